import { timingSafeEqual } from 'node:crypto';
import type { RouteRequest } from '@sidetone/contract/http/route.ts';
import type { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { Refusal } from '../requests/refusal.ts';
import type { Database } from '../storage/database.ts';
import { createAccount, createUser } from './accounts.ts';
import { hashChosenPassword } from './known-passwords.ts';
import type { Throttle } from './throttle.ts';

/** Whether nobody can sign in yet. */
export async function setUpNeeded(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}

type SetUp = RouteRequest<(typeof routes)['setUp']>['body'];

/**
 * Creates the account and its first administrator, once. From elsewhere than this machine it takes the code that the
 * server printed; without a printed code it can be done from this machine only. Throws `Refusal` CONFLICT when
 * someone exists already, FORBIDDEN without the right code.
 */
export async function setUp(
  deps: { db: Database; throttle: Throttle; code: string | undefined; node?: string | undefined },
  request: SetUp,
  from: { readonly address: string; readonly handedOn: boolean },
): Promise<{ masterSipId: string; webUserId: string }> {
  const { db, throttle, code, node } = deps;
  if (!(await setUpNeeded(db))) throw new Refusal('CONFLICT', 'The first administrator already exists.');
  // What a proxy of this machine hands on comes from anywhere.
  if (from.handedOn || !isLoopback(from.address)) {
    const attempt = await throttle.attempt('set-up', from.address);
    if (!code || !sameText(request.code ?? '', code)) throw new Refusal('FORBIDDEN', 'The set-up code is wrong.');
    await attempt.succeeded();
  }
  const passwordHash = await hashChosenPassword(request.password);
  return await db.transaction().execute(async (trx) => {
    // Two set-ups at once must not both find the table empty.
    await sql`select pg_advisory_xact_lock(hashtext('sidetone'), hashtext('set-up'))`.execute(trx);
    if (await trx.selectFrom('users').select('id').limit(1).executeTakeFirst()) {
      throw new Refusal('CONFLICT', 'The first administrator already exists.');
    }
    const accountId = await createAccount(trx, { name: request.company, runsServer: true, ...(node && { node }) });
    const { firstName, lastName, email, locale } = request;
    const { userId } = await createUser(trx, {
      accountId,
      firstName,
      lastName,
      email,
      locale,
      passwordHash,
      admin: true,
      voicemail: true,
      // They have the company's first run in place of it.
      onboarded: true,
    });
    return { masterSipId: accountId, webUserId: userId };
  });
}

/** Whether an address is this machine's own loopback. */
export const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address);

/** Whether two texts are the same, in a time that does not tell how much of one is right. */
export const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};
