import { randomUUID } from 'node:crypto';
import { mostPasskeys } from '@sidetone/contract/entities/second-factor.ts';
import { secondFactorRoutes as routes } from '@sidetone/contract/http/sign-in/second-factor-routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { Writer } from '../../storage/writer.ts';
import { provePassword } from '../answering/prove-password.ts';
import { factorsOf, holdUser } from '../factors.ts';
import { lineOf, type OwnFactorDeps, stillRequired } from './own-factor-deps.ts';
import { creationOptions, madePasskey, partyAt, passkeysOf } from './passkeys.ts';

/** How long a browser may take to make one. */
const offerMs = 10 * 60_000;

/** The passkeys of users. */
export const ownPasskeys = (deps: OwnFactorDeps): Answer[] => [...makingPasskeys(deps), ...keptPasskeys(deps)];

const makingPasskeys = (deps: OwnFactorDeps): Answer[] => [
  answer(routes.beginPasskey, async ({ caller, body, address, origin }) => {
    const party = partyAt(deps, origin);
    const { email } = await provePassword(deps, { caller, address, password: body.password });
    const known = await passkeysOf(deps.db, caller.userId);
    if (known.length >= mostPasskeys) throw tooMany();
    const options = await creationOptions(party, {
      userId: caller.userId,
      email,
      name: await nameOf(deps.db, caller.userId),
      known,
    });
    const offer = { challenge: options.challenge, expires_at: new Date(Date.now() + offerMs) };
    await deps.db
      .insertInto('passkey_offers')
      .values({ user_id: caller.userId, ...offer })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(offer))
      .execute();
    return { ...options };
  }),

  answer(routes.addPasskey, async ({ caller, body, address, origin }) => {
    const party = partyAt(deps, origin);
    const challenge = await takeOffer(deps.db, caller.userId);
    if (challenge === null) throw notFound('offer of a passkey');
    const made = await madePasskey(party, challenge, body.passkey);
    return await deps.db.transaction().execute((trx) => add(trx, caller, { name: body.name, address, made }));
  }),
];

const keptPasskeys = (deps: OwnFactorDeps): Answer[] => [
  answer(routes.renamePasskey, async ({ caller, params, body, address }) => {
    await deps.db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('passkeys')
        .set({ name: body.name })
        .where('id', '=', params.passkeyId)
        .where('user_id', '=', caller.userId)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw notFound('passkey');
      const detail = { name: body.name };
      await audit(trx, { ...lineOf(caller, address), action: 'passkey.renamed', detail });
    });
    return {};
  }),

  answer(routes.removePasskey, async ({ caller, params, body, address }) => {
    await provePassword(deps, { caller, address, password: body.password });
    await deps.db.transaction().execute(async (trx) => {
      const { userId } = caller;
      await holdUser(trx, userId);
      const { authenticatorSince, passkeys, isRequired } = await factorsOf(trx, userId);
      const gone = await trx
        .deleteFrom('passkeys')
        .where('id', '=', params.passkeyId)
        .where('user_id', '=', userId)
        .returning('name')
        .executeTakeFirst();
      if (!gone) throw notFound('passkey');
      if (isRequired && authenticatorSince === null && passkeys === 1) throw stillRequired();
      await audit(trx, { ...lineOf(caller, address), action: 'passkey.removed', detail: { name: gone.name } });
    });
    return {};
  }),
];

/** Keeps a passkey that checked out. Throws `Refusal` CONFLICT for one that is there, and for too many. */
async function add(
  trx: Writer,
  caller: Caller,
  { name, address, made }: { name: string; address: string; made: Awaited<ReturnType<typeof madePasskey>> },
) {
  const { userId, accountId } = caller;
  await holdUser(trx, userId);
  if ((await passkeysOf(trx, userId)).length >= mostPasskeys) throw tooMany();
  const id = randomUUID();
  const row = await trx
    .insertInto('passkeys')
    .values({ id, account_id: accountId, user_id: userId, name, last_used_at: null, ...made })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('created_at')
    .executeTakeFirst();
  if (!row) throw new Refusal('CONFLICT', 'This passkey is there already.');
  await audit(trx, { ...lineOf(caller, address), action: 'passkey.added', detail: { name } });
  return { id, name, createdAt: row.created_at.toISOString(), lastUsedAt: null };
}

/** Takes what the browser of a user was asked with, once; null where nothing is open. */
async function takeOffer(db: Database, userId: string): Promise<string | null> {
  const row = await db.deleteFrom('passkey_offers').where('user_id', '=', userId).returningAll().executeTakeFirst();
  return row && row.expires_at.getTime() > Date.now() ? row.challenge : null;
}

const nameOf = async (db: Database, userId: string): Promise<string> => {
  const { first_name, last_name } = await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return `${first_name} ${last_name}`.trim();
};

const tooMany = (): Refusal => new Refusal('CONFLICT', 'There are as many passkeys as there may be.');
