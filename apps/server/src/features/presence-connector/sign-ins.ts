import { randomUUID } from 'node:crypto';
import { flags } from '@sidetone/contract/entities/flags.ts';
import { apiBase } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { audit } from '../../requests/audit.ts';
import { Refusal } from '../../requests/refusal.ts';
import type { Writer } from '../../storage/writer.ts';
import { type PresenceParts, type Tokens, troubleOf } from './ports.ts';
import { hashOf, secretText } from './secrets.ts';
import { lookSoon } from './show.ts';

/** How long the address may wait for a browser. */
const tokenSeconds = 60;
/** How long a sign-in may take at Microsoft's page. */
const signInMinutes = 10;
const whoIsWithinMs = 20_000;

/** Why a sign-in came to nothing, as the page of the app reads it. */
type Trouble = 'denied' | 'expired' | 'otherBrowser' | 'connectedAlready' | 'unreachable' | 'forbidden' | 'failed';

/** Pages of the app that a browser ends up at. */
const page = '/crm-sign-in/MICROSOFT_TEAMS';
const failed = (problem: Trouble): string => `${page}/failed?problem=${problem}`;

interface AskedBy {
  readonly userId: string;
  readonly accountId: string;
  /** The network address. */
  readonly address: string;
}

/**
 * Gives an address at which this browser connects the user's Teams: it names them by a token that is good for this alone,
 * once, for a minute, together with the secret that the browser keeps. So nobody connects their own Teams for someone who
 * sent them the address. One that was asked for earlier is no longer good. Throws `Refusal` UNAVAILABLE where the operator has
 * not set it up, CONFLICT in the classic generation and where it is connected already.
 */
export async function startConnector(
  parts: PresenceParts,
  by: AskedBy,
): Promise<{ url: string; expiresAt: Date; browser: string }> {
  const { db, service, redirect } = parts;
  if (service === null || redirect === null)
    throw new Refusal('UNAVAILABLE', 'The operator of this server has not registered it at Microsoft.');
  const [token, browser] = [secretText(), secretText()];
  const { expires_at: expiresAt } = await db.transaction().execute(async (trx) => {
    const obstacle = await obstacleTo(trx, by.userId);
    if (obstacle !== null) throw new Refusal('CONFLICT', obstacle.words);
    await trx.deleteFrom('presence_sign_ins').where('user_id', '=', by.userId).execute();
    return await trx
      .insertInto('presence_sign_ins')
      .values({
        token_hash: hashOf(token),
        browser_hash: hashOf(browser),
        user_id: by.userId,
        account_id: by.accountId,
        address: by.address,
        expires_at: sql<Date>`now() + make_interval(secs => ${tokenSeconds})`,
      })
      .returning('expires_at')
      .executeTakeFirstOrThrow();
  });
  const url = new URL(apiBase + routes.beginPresenceSignIn.path, redirect);
  url.searchParams.set('token', token);
  return { url: url.href, expiresAt, browser };
}

interface Opened {
  readonly token: string;
  /** What the browser shows; undefined where it has none. */
  readonly browser: string | undefined;
}

/**
 * A browser opened the address of `startConnector`: gives where it is sent. One that did not ask for the address uses nothing
 * up. Never rejects for what it brings.
 */
export async function beginSignIn(parts: PresenceParts, { token, browser }: Opened): Promise<string> {
  const { db, box, service, redirect } = parts;
  if (service === null || redirect === null) return failed('failed');
  const [state, verifier] = [secretText(), secretText()];
  const found = await db
    .selectFrom('presence_sign_ins')
    .select('browser_hash')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  if (!found?.browser_hash) return failed('expired');
  if (browser === undefined || !hashOf(browser).equals(found.browser_hash)) return failed('otherBrowser');
  const taken = await db
    .updateTable('presence_sign_ins')
    .set({
      state_hash: hashOf(state),
      verifier_sealed: box.seal(verifier),
      expires_at: sql<Date>`now() + make_interval(mins => ${signInMinutes})`,
    })
    .where('token_hash', '=', hashOf(token))
    .where('state_hash', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) return failed('expired');
  return await service.authorizeUrl({ redirect, state, verifier });
}

interface CameBack {
  readonly state: string;
  readonly code?: string | undefined;
  readonly error?: string | undefined;
  /** What the browser shows; undefined where it has none. */
  readonly browser: string | undefined;
}

/** A browser came back from Microsoft: gives the page of the app that it is sent to. Never rejects for what it brings. */
export async function endSignIn(parts: PresenceParts, back: CameBack): Promise<string> {
  const session = await take(parts, back);
  if (session.trouble !== null) return failed(session.trouble);
  if (back.error !== undefined || back.code === undefined)
    return failed(back.error === 'access_denied' ? 'denied' : 'failed');
  try {
    await finish(parts, session, { state: back.state, code: back.code });
    return `${page}/done`;
  } catch (error) {
    const problem = problemOf(error);
    const { detail } = troubleOf(error);
    parts.log.warn({ userId: session.userId, problem, detail }, 'presence: a sign-in came to nothing');
    return failed(problem);
  }
}

type Session =
  | { readonly trouble: Trouble }
  | (AskedBy & { readonly trouble: null; readonly verifierSealed: Buffer | null });

/** Takes a sign-in that has begun, once. A browser that did not begin it takes it from nobody. */
async function take({ db }: PresenceParts, { state, browser }: CameBack): Promise<Session> {
  const ofState = hashOf(state);
  const found = await db
    .selectFrom('presence_sign_ins')
    .selectAll()
    .where('state_hash', '=', ofState)
    .executeTakeFirst();
  if (!found?.browser_hash) return { trouble: 'expired' };
  if (browser === undefined || !hashOf(browser).equals(found.browser_hash)) return { trouble: 'otherBrowser' };
  const { numUpdatedRows } = await db
    .updateTable('presence_sign_ins')
    .set({ used_at: sql`now()` })
    .where('state_hash', '=', ofState)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return { trouble: 'expired' };
  const { user_id: userId, account_id: accountId, address, verifier_sealed: verifierSealed } = found;
  return { trouble: null, userId, accountId, address, verifierSealed };
}

async function finish(
  parts: PresenceParts,
  session: Extract<Session, { trouble: null }>,
  { state, code }: { readonly state: string; readonly code: string },
): Promise<void> {
  const { db, box, service, redirect } = parts;
  if (service === null || redirect === null || session.verifierSealed === null)
    throw new Error('It was set up before.');
  const tokens = await service.redeem(code, { redirect, state, verifier: box.unseal(session.verifierSealed) });
  const { userId, name } = await service.whoIs(tokens.access, AbortSignal.timeout(whoIsWithinMs));
  await db.transaction().execute(async (trx) => {
    const obstacle = await obstacleTo(trx, session.userId);
    if (obstacle !== null) throw new Obstructed(obstacle.trouble);
    // A user who disconnected or began again in the meantime has taken it away.
    const mine = await trx.deleteFrom('presence_sign_ins').where('state_hash', '=', hashOf(state)).executeTakeFirst();
    if (mine.numDeletedRows === 0n) throw new Obstructed('expired');
    await keep(trx, parts, { ofUser: session.userId, tokens, remote: { userId, name } });
    await trx.deleteFrom('presence_sign_ins').where('user_id', '=', session.userId).execute();
    await audit(trx, {
      accountId: session.accountId,
      actorUserId: session.userId,
      action: 'presenceConnector.connected',
      target: session.userId,
      detail: { kind: 'MICROSOFT' },
      address: session.address,
    });
    await lookSoon(parts, trx, session.userId);
  });
}

interface Connected {
  readonly ofUser: string;
  readonly tokens: Tokens;
  readonly remote: { readonly userId: string; readonly name: string };
}

/** A connection that waits to be signed in again makes room for the new one. */
async function keep(trx: Writer, { box }: PresenceParts, { ofUser, tokens, remote }: Connected): Promise<void> {
  await trx.deleteFrom('presence_connectors').where('user_id', '=', ofUser).execute();
  await trx
    .insertInto('presence_connectors')
    .values({
      user_id: ofUser,
      id: randomUUID(),
      state: 'connected',
      problem: null,
      account_name: remote.name,
      remote_user_id: remote.userId,
      // What an earlier connection may have left there is cleared or replaced with the first look.
      shown: 'inCall',
      access_token_sealed: box.seal(tokens.access),
      refresh_token_sealed: box.seal(tokens.refresh),
      expires_at: tokens.expiresAt,
      renewing_until: null,
      renew_at: null,
      not_before: null,
    })
    .execute();
}

interface Obstacle {
  readonly words: string;
  readonly trouble: Trouble;
}

/** Why this user cannot connect now. Nobody changes the generation of the account meanwhile, or signs in a second time. */
async function obstacleTo(trx: Writer, userId: string): Promise<Obstacle | null> {
  const user = await trx
    .selectFrom('users')
    .select('account_id')
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  const account = user
    ? await trx.selectFrom('accounts').select('flags').where('id', '=', user.account_id).forShare().executeTakeFirst()
    : undefined;
  if (!account) return { words: 'There is no such user any longer.', trouble: 'failed' };
  if (!flags.parse(account.flags).hasNeoPbx)
    return { words: 'Your company has the classic generation of the phone system.', trouble: 'forbidden' };
  const there = await trx
    .selectFrom('presence_connectors')
    .select('state')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (there?.state === 'connected')
    return { words: 'Microsoft Teams is connected already.', trouble: 'connectedAlready' };
  return null;
}

/** It cannot be connected any longer, for a reason of our own. */
class Obstructed extends Error {
  override readonly name = 'Obstructed';
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

function problemOf(error: unknown): Trouble {
  if (error instanceof Obstructed) return error.trouble;
  const { why } = troubleOf(error);
  if (why === 'signedOut') return 'expired';
  return why === 'forbidden' || why === 'unreachable' ? why : 'failed';
}
