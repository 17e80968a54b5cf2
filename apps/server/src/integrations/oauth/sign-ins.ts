import { createHash, randomBytes } from 'node:crypto';
import { isOffered } from '@sidetone/contract/rules/offered-integrations.ts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { requireMayConnect } from '../../requests/grants.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import { type AskedBy, type ConnectDeps, connectBySignIn } from '../connect.ts';
import { IntegrationError, type SignIn } from '../connector.ts';
import { offeredTo } from '../offered-to.ts';
import { refusalOf } from '../refuse.ts';
import type { TokenKeeper } from './token-keeper.ts';
import { type OAuthClients, type Vendor, vendorOf } from './vendor.ts';

export interface SignInDeps extends ConnectDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly tokens: TokenKeeper;
  readonly clients: OAuthClients;
  readonly fetch: typeof globalThis.fetch;
  /** Where vendors send browsers back to; null where none could. */
  readonly redirect: string | null;
  readonly log: Logger;
}

interface Wanted {
  readonly name: string;
  readonly accountUrl?: string | null | undefined;
  readonly successPath: string;
  readonly errorPath: string;
  readonly integrationId?: string | null | undefined;
}

/** How long a sign-in may take. */
const withinMinutes = 10;
const codeWithinMs = 45_000;
/** What a page says whose user does not want it; the second one is Pipedrive's. */
const refusedByUser = ['access_denied', 'user_denied'];

/** Why a sign-in came to nothing, as the page of the app reads it. */
type Trouble = 'denied' | 'expired' | 'otherBrowser' | 'connectedAlready' | 'unreachable' | 'forbidden' | 'failed';

/**
 * Begins a sign-in at the page of a CRM. Gives its address, and the secret that the browser has to show when it comes back.
 * Throws `Refusal` NOT_FOUND for what cannot be signed in to here, FORBIDDEN, CONFLICT where it is connected already,
 * INTEGRATION_FAILED for an address that is not the vendor's.
 */
export async function beginSignIn(deps: SignInDeps, by: AskedBy, wanted: Wanted) {
  const { db, box, registry } = deps;
  await requireMayConnect(db, by);
  const offer = registry.offerOf(wanted.name);
  const signIn = registry.connectorOf(wanted.name)?.signIn;
  if (!offer || !signIn || !isOffered(offer, await offeredTo(db, by.accountId))) throw notFound('integration');
  if (!isPathOfApp(wanted.successPath) || !isPathOfApp(wanted.errorPath))
    throw new Refusal('VALIDATION_FAILED', 'A browser comes back to a path of the app.', {
      issues: [{ path: 'successPath', message: 'is no path of the app' }],
    });
  await requireRoom(db, by, wanted);
  const accountUrl = signIn.needsAccountUrl ? (wanted.accountUrl ?? null) : null;
  const [state, browser, verifier] = [secretText(), secretText(), secretText()];
  const url = await addressOf(deps, wanted.name, signIn, { accountUrl, state, verifier });
  const row = await db
    .insertInto('crm_sign_ins')
    .values({
      state_hash: hashOf(state),
      browser_hash: hashOf(browser),
      account_id: by.accountId,
      user_id: by.userId,
      address: by.address,
      name: wanted.name,
      integration_id: wanted.integrationId ?? null,
      account_url: accountUrl,
      verifier_sealed: box.seal(verifier),
      success_path: wanted.successPath,
      error_path: wanted.errorPath,
      expires_at: sql`now() + make_interval(mins => ${withinMinutes})`,
      used_at: null,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return { url, expiresAt: row.expires_at, browser };
}

/** Forgets sign-ins of yesterday, whatever came of them. */
export const forgetOldSignIns = (db: Database) =>
  db.deleteFrom('crm_sign_ins').where('expires_at', '<', sql<Date>`now() - interval '1 day'`).execute();

/** An account has one connection of each name, which a sign-in makes or signs in again. */
async function requireRoom(db: Database, by: AskedBy, { name, integrationId }: Wanted): Promise<void> {
  const there = await db
    .selectFrom('integrations')
    .select('id')
    .where('account_id', '=', by.accountId)
    .where('name', '=', name)
    .executeTakeFirst();
  if (integrationId && there?.id !== integrationId) throw notFound('integration');
  if (!integrationId && there) throw new Refusal('CONFLICT', 'This integration is connected already.');
}

async function addressOf(
  deps: SignInDeps,
  name: string,
  signIn: SignIn,
  given: { readonly accountUrl: string | null; readonly state: string; readonly verifier: string },
): Promise<string> {
  const { redirect } = deps;
  try {
    const vendor = vendorFor(deps, name, signIn, given.accountUrl);
    if (redirect === null || vendor === null) throw notFound('sign-in of this integration');
    return await vendor.authorizeUrl({ redirect, state: given.state, verifier: given.verifier });
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Null where the operator has no client at this vendor. */
export function vendorFor(
  { clients, fetch }: Pick<SignInDeps, 'clients' | 'fetch'>,
  name: string,
  signIn: SignIn,
  accountUrl: string | null,
): Vendor | null {
  const client = clients.get(name);
  return client ? vendorOf({ fetch, signIn, client, accountUrl }) : null;
}

interface CameBack {
  readonly state: string;
  readonly code?: string | undefined;
  readonly error?: string | undefined;
  /** Everything that the vendor added to the address. */
  readonly query: Readonly<Record<string, string | undefined>>;
  /** What the browser shows; undefined where it has none. */
  readonly browser: string | undefined;
}

/** A browser came back from the page of a CRM: gives the path of the app that it is sent to. Never rejects for what it brings. */
export async function endSignIn(deps: SignInDeps, back: CameBack): Promise<string> {
  const session = await take(deps.db, back);
  if (session === null) return '/crm-sign-in/unknown/failed?problem=expired';
  const failed = (problem: Trouble) => `${session.error_path}?problem=${problem}`;
  if (session.trouble !== null) return failed(session.trouble);
  if (back.error !== undefined || back.code === undefined)
    return failed(refusedByUser.includes(back.error ?? '') ? 'denied' : 'failed');
  try {
    await finish(deps, session, back);
    return session.success_path;
  } catch (error) {
    const problem = troubleOf(error);
    deps.log.warn({ err: error, integration: session.name, problem }, 'integrations: a sign-in came to nothing');
    return failed(problem);
  }
}

type Session = NonNullable<Awaited<ReturnType<typeof take>>>;

/** Takes a sign-in that has begun, once; null where there is none. A browser that did not begin it takes it from nobody. */
async function take(db: Database, { state, browser }: CameBack) {
  const found = await db
    .selectFrom('crm_sign_ins')
    .selectAll()
    .where('state_hash', '=', hashOf(state))
    .executeTakeFirst();
  if (!found) return null;
  const isBrowser = browser !== undefined && hashOf(browser).equals(found.browser_hash);
  if (!isBrowser) return { ...found, trouble: 'otherBrowser' as const };
  const { numUpdatedRows } = await db
    .updateTable('crm_sign_ins')
    .set({ used_at: sql`now()` })
    .where('state_hash', '=', found.state_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return { ...found, trouble: numUpdatedRows === 0n ? ('expired' as const) : null };
}

async function finish(deps: SignInDeps, session: Session, back: CameBack): Promise<void> {
  const { box, registry, redirect } = deps;
  const connector = registry.connectorOf(session.name);
  const signIn = connector?.signIn;
  const accountUrl = signIn?.accountUrlOf?.(back.query) ?? session.account_url;
  const vendor = signIn && vendorFor(deps, session.name, signIn, accountUrl);
  if (!connector || !signIn || !vendor || redirect === null) throw notFound('integration');
  const url = new URL(redirect);
  for (const [name, value] of Object.entries(back.query)) if (value !== undefined) url.searchParams.set(name, value);
  const verifier = box.unseal(session.verifier_sealed);
  const tokens = await vendor.redeem(url, { state: back.state, verifier });
  const apiUrl = signIn.apiUrlOf(tokens.answer);
  const entered = { url: apiUrl, key: null, origins: null, accessToken: async () => tokens.access };
  const connection = await connector.connect(entered, AbortSignal.timeout(codeWithinMs));
  const by = { userId: session.user_id, accountId: session.account_id, address: session.address };
  const kept = {
    url: apiUrl,
    user_name: null,
    key_sealed: null,
    renewed_key_sealed: null,
    key_origins: [...connection.origins],
    tenant: connection.tenant ?? null,
  };
  await connectBySignIn(deps, by, { name: session.name, integrationId: session.integration_id, kept }, (trx, id) =>
    deps.tokens.save(trx, id, tokens, accountUrl),
  );
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof Refusal) {
    if (error.code === 'CONFLICT') return 'connectedAlready';
    return error.code === 'FORBIDDEN' ? 'forbidden' : 'failed';
  }
  if (!(error instanceof IntegrationError)) return 'failed';
  if (error.type === 'refresh') return 'expired';
  return error.type === 'unreachable' || error.type === 'forbidden' ? error.type : 'failed';
}

/** 256 bits. */
const secretText = (): string => randomBytes(32).toString('base64url');
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** A path below our own pages, and nothing that a browser could take for another host. */
const isPathOfApp = (path: string): boolean => {
  if (/[\\\p{Cc}]/u.test(path)) return false;
  const url = URL.parse(path, 'https://app.invalid');
  return path.startsWith('/') && !path.startsWith('//') && url?.origin === 'https://app.invalid' && !/[?#]/.test(path);
};
