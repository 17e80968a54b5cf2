import { randomUUID } from 'node:crypto';
import type { AuditAction } from '@sidetone/contract/entities/audit.ts';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import type { IntegrationErrorKey } from '@sidetone/contract/rules/integration-errors.ts';
import { isOffered } from '@sidetone/contract/rules/offered-integrations.ts';
import { sql } from 'kysely';
import { audit } from '../requests/audit.ts';
import type { Caller } from '../requests/callers.ts';
import { requireMayConnect } from '../requests/grants.ts';
import { notFound, Refusal } from '../requests/refusal.ts';
import type { Database } from '../storage/database.ts';
import type { SecretBox } from '../storage/secret-box.ts';
import type { Writer } from '../storage/writer.ts';
import { type Connections, originsOf, unsealed } from './connections.ts';
import { type Entered, IntegrationError, keptOrigins, type Offer } from './connector.ts';
import { checkEntered, isSameOrigin, userNameOf } from './entered.ts';
import { connectedOf, integrationColumns } from './integration-row.ts';
import { offeredTo } from './offered-to.ts';
import { refusalOf } from './refuse.ts';
import type { Registry } from './registry.ts';
import type { Synchroniser } from './sync.ts';

export interface ConnectDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly registry: Registry;
  readonly connections: Connections;
  readonly synchroniser: Synchroniser;
  /** Tells a vendor that a sign-in is over, within the transaction that ends it. */
  endSignIn(trx: Writer, integrationId: string, name: string): Promise<() => void>;
}

/** Who asks, and from where. */
export interface AskedBy extends Pick<Caller, 'userId' | 'accountId'> {
  readonly address: string;
}

interface Given {
  readonly url?: string | null | undefined;
  readonly key?: string | null | undefined;
}

/** What is tried: a key that was entered just now, or a stored one with the origins that it may be sent to. */
interface Tried extends Given, Pick<Entered, 'origins'> {}

type Saved = ConnectedIntegration & { rev: number };

/** What is entered is tried for so long at most. */
const tryWithinMs = 45_000;
/** Several callers within this count once. */
const hurryEveryMs = 60_000;

/** What is kept of a connection that was tried. */
interface Kept {
  readonly url: string | null;
  readonly user_name: string | null;
  readonly key_sealed: Buffer | null;
  readonly renewed_key_sealed: null;
  readonly key_origins: string[];
  readonly tenant: string | null;
}

/** Connecting, reconnecting and disconnecting. Everything throws `Refusal`, see the routes of the contract. */
export function connecting(deps: ConnectDeps) {
  /** Account and name of what is being tried. */
  const tried = new Set<string>();
  return {
    connect: (by: AskedBy, wanted: Given & { readonly name: string }) => connect(deps, tried, by, wanted),
    /**
     * What is not given stays as it was, except that a key is sent to no other server than it was entered for; contacts stay
     * whatever is given.
     */
    reconnect: (by: AskedBy, integrationId: string, given: Given) => reconnect(deps, by, integrationId, given),
    /** Contacts leave after the reply. */
    disconnect: (by: AskedBy, integrationId: string) => disconnect(deps, by, integrationId),
    /**
     * Has every connection of an account synchronised soon, unless it was within the last minute. One with trouble waits as
     * long as it was told to.
     */
    hurry: (accountId: string) => hurry(deps, accountId),
  };
}

async function connect(
  deps: ConnectDeps,
  tried: Set<string>,
  by: AskedBy,
  { name, ...given }: Given & { readonly name: string },
): Promise<Saved> {
  const { db, registry, synchroniser } = deps;
  await requireMayConnect(db, by);
  const offer = registry.offerOf(name);
  if (!offer || !isOffered(offer, await offeredTo(db, by.accountId))) throw notFound('integration');
  if (offer.isOAuth) throw new Refusal('CONFLICT', 'This integration is connected at its own sign-in page.');
  const attempt = `${by.accountId} ${name}`;
  if (await isConnected(db, by.accountId, name)) throw connectedAlready(offer);
  if (tried.has(attempt)) throw beingConnected(offer);
  tried.add(attempt);
  try {
    const kept = await tryOut(deps, offer, { ...given, origins: null });
    const row = await db.transaction().execute((trx) => insert(trx, by, offer, kept));
    synchroniser.wake();
    return connectedOf(row, offer);
  } finally {
    tried.delete(attempt);
  }
}

/**
 * Keeps a connection that was signed in at its vendor's page: a new one, or the one that was signed in again, whose contacts
 * stay. `save` keeps its tokens in the same transaction. Throws like connecting.
 */
export async function connectBySignIn(
  { db, registry, synchroniser, connections }: ConnectDeps,
  by: AskedBy,
  { name, integrationId, kept }: { readonly name: string; readonly integrationId: string | null; readonly kept: Kept },
  save: (trx: Writer, integrationId: string) => Promise<void>,
): Promise<void> {
  const offer = registry.offerOf(name);
  if (!offer) throw notFound('integration');
  const id = await db.transaction().execute(async (trx) => {
    const before = integrationId === null ? null : await find(trx, by, integrationId);
    if (before?.state === 'DISCONNECTING') throw beingDisconnected();
    const row = before === null ? await insert(trx, by, offer, kept) : await change(trx, by, before, kept);
    await save(trx, row.id);
    return row.id;
  });
  connections.forget(id);
  synchroniser.wake();
}

async function insert(trx: Writer, by: AskedBy, offer: Offer, kept: Kept) {
  await requireMayConnect(trx, by);
  const made = await trx
    .insertInto('integrations')
    .values({
      id: `i${randomUUID()}`,
      account_id: by.accountId,
      name: offer.name,
      connected_by: by.userId,
      ...kept,
      state: 'CONNECTING',
      last_synced_at: null,
      next_sync_at: sql`now()`,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
    .returning(integrationColumns)
    .executeTakeFirst();
  if (!made) throw connectedAlready(offer);
  await note(trx, by, 'integration.connected', made);
  return made;
}

async function reconnect(deps: ConnectDeps, by: AskedBy, integrationId: string, given: Given): Promise<Saved> {
  const { db, box, registry, synchroniser } = deps;
  await requireMayConnect(db, by);
  const before = await find(db, by, integrationId);
  const offer = registry.offerOf(before.name);
  if (!offer || offer.isBuiltIn || offer.isOAuth)
    throw new Refusal('CONFLICT', 'This integration has no settings to enter.');
  if (before.state === 'DISCONNECTING') throw beingDisconnected();
  const isSamePlace = !given.url || isSameOrigin(given.url, before.url);
  if (!isSamePlace && !given.key && before.key_sealed !== null) throw keyOfAnotherServer();
  const url = given.url || before.url;
  const kept = given.key
    ? await tryOut(deps, offer, { url, key: given.key, origins: null })
    : await tryOut(deps, offer, {
        url,
        key: isSamePlace ? storedKey(box, before.renewed_key_sealed ?? before.key_sealed) : null,
        origins: originsOf(before),
      });
  const row = await db.transaction().execute((trx) => change(trx, by, before, kept));
  synchroniser.wake();
  return connectedOf(row, offer);
}

async function change(trx: Writer, by: AskedBy, before: Before, kept: Kept) {
  // Another account at another place counts its changes in another way; its contacts are compared one by one.
  const isOther = kept.tenant !== null && before.tenant !== null && kept.tenant !== before.tenant;
  const isElsewhere = kept.url !== before.url || kept.user_name !== before.user_name || isOther;
  await requireMayConnect(trx, by);
  const changed = await trx
    .updateTable('integrations')
    .set({ ...kept, problem: null, progress: null, failures: 0, next_sync_at: sql`now()`, connected_at: sql`now()` })
    .set({ state: sql`case when last_synced_at is null then 'CONNECTING' else 'CONNECTED' end` })
    .set(isElsewhere ? { sync_state: null } : {})
    .where('id', '=', before.id)
    .where('account_id', '=', by.accountId)
    .where('state', '!=', 'DISCONNECTING')
    .returning(integrationColumns)
    .executeTakeFirst();
  if (!changed) throw notFound('integration');
  await note(trx, by, 'integration.reconnected', changed);
  return changed;
}

async function disconnect(
  { db, registry, synchroniser, endSignIn }: ConnectDeps,
  by: AskedBy,
  integrationId: string,
): Promise<void> {
  const revoke = await db.transaction().execute(async (trx) => {
    await requireMayConnect(trx, by);
    const before = await find(trx, by, integrationId);
    if (registry.offerOf(before.name)?.isBuiltIn) throw new Refusal('CONFLICT', 'This integration is built in.');
    if (before.state === 'DISCONNECTING') return null;
    await trx
      .updateTable('integrations')
      .set({
        state: 'DISCONNECTING',
        key_sealed: null,
        renewed_key_sealed: null,
        sync_state: null,
        problem: null,
        next_sync_at: sql`now()`,
      })
      .set({ progress: sql`jsonb_build_object('done', 0, 'total', contact_count)` })
      .where('id', '=', integrationId)
      .execute();
    await note(trx, by, 'integration.disconnected', before);
    return await endSignIn(trx, integrationId, before.name);
  });
  revoke?.();
  synchroniser.interrupt(integrationId);
  synchroniser.wake();
}

async function hurry({ db, synchroniser }: ConnectDeps, accountId: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('integrations')
    .set({ next_sync_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('state', 'in', ['CONNECTING', 'CONNECTED'])
    .where('next_sync_at', '>', sql<Date>`now()`)
    .where('failures', '=', 0)
    .where((row) =>
      row.or([
        row('tried_at', 'is', null),
        row('tried_at', '<', sql<Date>`now() - make_interval(secs => ${hurryEveryMs / 1000})`),
      ]),
    )
    .executeTakeFirst();
  if (numUpdatedRows > 0n) synchroniser.wake();
}

async function tryOut({ box, connections }: ConnectDeps, offer: Offer, { origins, ...given }: Tried): Promise<Kept> {
  try {
    const entered = { ...checkEntered(offer, given), origins };
    const connection = await connections.tryOut(offer.name, entered, AbortSignal.timeout(tryWithinMs));
    return {
      url: entered.url,
      user_name: userNameOf(offer, entered),
      // The other side may have given another one already.
      key_sealed: entered.key === null ? null : box.seal(connection.renewedKey ?? entered.key),
      renewed_key_sealed: null,
      // A place that a stored key was not needed at today stays one that it was entered for.
      key_origins: [...new Set([...keptOrigins(origins), ...connection.origins])],
      tenant: connection.tenant ?? null,
    };
  } catch (error) {
    throw refusalOf(whileConnecting(error));
  }
}

/** Null as well for one that another data folder sealed; then it has to be entered. */
function storedKey(box: SecretBox, sealed: Uint8Array | null): string | null {
  try {
    return sealed === null ? null : unsealed(box, sealed);
  } catch (error) {
    if (error instanceof IntegrationError) return null;
    throw error;
  }
}

/** What is wrong was entered just now. */
function whileConnecting(error: unknown): unknown {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new IntegrationError('unreachable', 'The address book takes too long to answer', {
      translationKey: 'timedOut',
      cause: error,
    });
  }
  if (!(error instanceof IntegrationError) || error.type !== 'refresh') return error;
  // There it is the stored key that goes no further.
  if (error.translationKey === 'elsewhere') return error;
  return new IntegrationError('refresh', error.detail, { translationKey: 'wrongCredentials', cause: error });
}

const keyOfAnotherServer = () =>
  new Refusal('VALIDATION_FAILED', 'The key was entered for another server.', {
    issues: [{ path: 'key', message: 'is needed for another server' }],
  });

const connectedAlready = ({ displayName }: Offer) =>
  conflict('connectedAlready', `${displayName} is connected already.`);

const beingConnected = ({ displayName }: Offer) =>
  conflict('beingConnected', `Someone else is connecting ${displayName}.`);

const beingDisconnected = () => conflict('beingDisconnected', 'It is being disconnected.');

/** What people are told of a state that something else is in than they thought. */
const conflict = (translationKey: IntegrationErrorKey, detail: string) =>
  new Refusal('CONFLICT', detail, { problem: { type: 'conflict', detail, translationKey } });

const isConnected = async (db: Database, accountId: string, name: string): Promise<boolean> =>
  (await db
    .selectFrom('integrations')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst()) !== undefined;

type Before = Awaited<ReturnType<typeof find>>;

async function find(db: Writer, { accountId }: AskedBy, integrationId: string) {
  const row = await db
    .selectFrom('integrations')
    .select(['id', 'name', 'url', 'user_name', 'key_sealed', 'renewed_key_sealed', 'key_origins', 'state', 'tenant'])
    .where('id', '=', integrationId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('integration');
  return row;
}

const note = async (
  trx: Writer,
  by: AskedBy,
  action: AuditAction,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> =>
  await audit(trx, {
    accountId: by.accountId,
    actorUserId: by.userId,
    address: by.address,
    action,
    target: id,
    detail: { name },
  });
