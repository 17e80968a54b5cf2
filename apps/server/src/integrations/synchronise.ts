import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { jsonText } from '../storage/json-text.ts';
import { type Connections, isSameKey, type Kept } from './connections.ts';
import { type Connection, IntegrationError, type Portion } from './connector.ts';
import { freshPlans } from './fresh-plans.ts';
import { problemOf } from './integration-row.ts';
import { leaveAlone } from './leave-alone.ts';
import {
  databaseNow,
  isSomebody,
  type MirroredBook,
  mirroredOf,
  portions,
  removeContacts,
  rowsAtOnce,
  writeContacts,
} from './mirror.ts';
import type { Registry } from './registry.ts';

/** When a connection is synchronised; all in milliseconds. */
export interface SyncTimes {
  readonly everyMs: number;
  /** After trouble: the first try again, doubled with every further one up to `everyMs` times six. */
  readonly againMs: number;
  /** A single synchronisation gives up after this, */
  readonly withinMs: number;
  /** and where nothing came for so long. */
  readonly silentMs: number;
}

export interface SyncDeps {
  readonly connections: Connections;
  readonly registry: Pick<Registry, 'offerOf'>;
  readonly times: SyncTimes;
  /** Asked after each portion: whether others have waited long enough for the rest to come later. */
  isTurnOver(sinceMs: number): boolean;
}

/**
 * What came of it. `none`: nothing was due; `superseded`: somebody changed the connection meanwhile; `paused`: it is due
 * still, behind the others.
 */
export type SyncOutcome =
  | { readonly did: 'none' | 'superseded' }
  | { readonly did: 'paused'; readonly broughtNew: boolean }
  | {
      readonly did: 'synchronised';
      readonly written: number;
      readonly gone: number;
      /** Why some of it is missing. */
      readonly leftOut: IntegrationError | null;
    }
  | { readonly did: 'disconnected' }
  | { readonly did: 'signedOut' | 'failed'; readonly error: IntegrationError };

/** A synchronisation must not go on: the connection was changed, or is being removed. */
class Superseded extends Error {}

const synchronised = ['CONNECTING', 'CONNECTED'] as const;

/**
 * Brings one connection up to date, or goes on with removing it, where that is due. `db` is one connection of the database,
 * whose lock keeps all others from doing the same meanwhile. Rejects where the database fails, and with the reason of
 * `signal`; whatever was written until then stays, and the next one goes on from there.
 */
export async function synchronise(
  db: Database,
  integrationId: string,
  { connections, registry, times, isTurnOver }: SyncDeps,
  signal: AbortSignal,
): Promise<SyncOutcome> {
  const row = await readDue(db, integrationId);
  if (!row) return { did: 'none' };
  if (row.state === 'DISCONNECTING') {
    await removeConnection(db, integrationId, signal);
    return { did: 'disconnected' };
  }
  await db.updateTable('integrations').set({ tried_at: sql`now()` }).where('id', '=', integrationId).execute();
  const book: MirroredBook = {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    maxNumbers: registry.offerOf(row.name)?.limitations.maxNumbersPerContact ?? null,
    place: { country: row.country, areaCode: row.area_code },
  };
  const silent = new AbortController();
  const late = AbortSignal.any([AbortSignal.timeout(times.withinMs), silent.signal]);
  const silence = setTimeout(() => silent.abort(new Error('Nothing came for too long')), times.silentMs);
  const heard = () => silence.refresh();
  try {
    const work = { row, book, heard, isTurnOver };
    const { isWhole, broughtNew, connection, ...done } = await mirrorChanges(
      db,
      connections,
      work,
      AbortSignal.any([signal, late]),
    );
    if (!isWhole) {
      await goOnLater(db, row);
      return { did: 'paused', broughtNew };
    }
    await finish(db, row, connection, times);
    return { did: 'synchronised', ...done, leftOut: connection.leftOut };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Superseded) return { did: 'superseded' };
    const problem = late.aborted ? tookTooLong(error) : error;
    if (!(problem instanceof IntegrationError)) {
      const ours = new IntegrationError('failed', 'The server had an error', { translationKey: 'failed' });
      await noteFailure(db, row, ours, times);
      throw problem;
    }
    if (problem.type === 'refresh') {
      await signOut(db, row, problem);
      return { did: 'signedOut', error: problem };
    }
    await noteFailure(db, row, problem, times);
    return { did: 'failed', error: problem };
  } finally {
    clearTimeout(silence);
  }
}

/** Writes of a connection what came of it, unless someone entered another key or removes it. */
const unlessChanged = (db: Database, { id, key_sealed }: Pick<Kept, 'id' | 'key_sealed'>) =>
  db
    .updateTable('integrations')
    .where('id', '=', id)
    .where('state', 'in', synchronised)
    .where('key_sealed', 'is not distinct from', key_sealed as Buffer | null);

/** Nobody can use what was entered any more, until someone enters it again. */
export async function signOut(db: Database, kept: Kept, error: IntegrationError): Promise<void> {
  await unlessChanged(db, kept)
    .set({ state: 'AUTHENTICATION_REQUIRED', progress: null, next_sync_at: null, problem: jsonText(problemOf(error)) })
    .execute();
}

type Row = NonNullable<Awaited<ReturnType<typeof readDue>>>;

const readDue = async (db: Database, integrationId: string) =>
  await db
    .selectFrom('integrations')
    .innerJoin('accounts', 'accounts.id', 'integrations.account_id')
    .select([
      'integrations.id',
      'account_id',
      'integrations.name',
      'url',
      'key_sealed',
      'key_origins',
      'state',
      'sync_state',
      'failures',
    ])
    .select(['country', 'area_code'])
    .where('integrations.id', '=', integrationId)
    .where('next_sync_at', '<=', sql<Date>`now()`)
    .where('state', 'in', [...synchronised, 'DISCONNECTING'])
    .executeTakeFirst();

interface Mirroring extends Pick<SyncDeps, 'isTurnOver'> {
  readonly row: Row;
  readonly book: MirroredBook;
  /** Called with every answer and every portion. */
  heard(): void;
}

interface MirroredChanges {
  readonly connection: Connection;
  readonly isWhole: boolean;
  /** Otherwise everything that came was here already, as it was. */
  readonly broughtNew: boolean;
  readonly written: number;
  readonly gone: number;
}

async function mirrorChanges(
  db: Database,
  connections: Connections,
  { row, book, heard, isTurnOver }: Mirroring,
  signal: AbortSignal,
): Promise<MirroredChanges> {
  const connection = await connections.open(row, signal, heard);
  const listedAt = await databaseNow(db);
  const changes = connection.changes(row.sync_state, mirroredOf(db, row.id), signal)[Symbol.asyncIterator]();
  const done = { connection, broughtNew: false, written: 0, gone: 0 };
  const lookAtContacts = freshPlans(db);
  let state = JSON.stringify(row.sync_state);
  /** What a source needs to find out what there is comes with every turn, and counts for none. */
  let begunAt: number | null = null;
  let ahead: Asked | null = null;
  const endsNow = () => begunAt !== null && isTurnOver(performance.now() - begunAt);
  try {
    for (;;) {
      // What was asked for ahead is written first: nothing that a source sent is asked for twice.
      if (ahead === null && endsNow()) return { isWhole: false, ...done };
      const { askedAt, answer }: Asked = ahead ?? (await askNext(db, changes));
      const { value: portion, done: isOver } = await answer;
      if (isOver) return { isWhole: true, ...done };
      heard();
      begunAt ??= performance.now();
      ahead = connection.readsAhead && !endsNow() ? await askNext(db, changes) : null;
      for (const piece of pieces(portion)) {
        const isNewState = 'state' in piece && JSON.stringify(piece.state) !== state;
        const wrote = await writePiece(db, { row, book, listedAt, askedAt, isNewState, total: portion.total }, piece);
        done.written += wrote.written;
        done.gone += wrote.gone;
        await lookAtContacts(wrote.written);
        done.broughtNew ||= isNewState || wrote.written + wrote.gone > 0;
        if (isNewState) state = JSON.stringify(piece.state);
      }
    }
  } finally {
    await changes.return?.();
  }
}

/** A portion that a source was asked for. */
interface Asked {
  /** Before it was. */
  readonly askedAt: Date;
  readonly answer: Promise<IteratorResult<Portion, unknown>>;
}

async function askNext(db: Database, changes: AsyncIterator<Portion>): Promise<Asked> {
  const askedAt = await databaseNow(db);
  const answer = changes.next();
  // It may come to nothing while the portion before it is written: its failure is heard of where it is awaited.
  answer.catch(() => undefined);
  return { askedAt, answer };
}

interface Piece {
  readonly written: Portion['written'];
  readonly gone: readonly string[];
  readonly state?: unknown;
}

/** A portion in pieces that one transaction each can write, mostly one; the last one has its state. */
function pieces({ written, gone, state }: Portion): Piece[] {
  const nobody = written.filter((one) => !isSomebody(one)).map(({ externalId }) => externalId);
  const all = [
    ...portions(written.filter(isSomebody)).map((some) => ({ written: some, gone: [] })),
    ...portions([...gone, ...nobody]).map((some) => ({ written: [], gone: some })),
  ];
  const last = all.pop() ?? { written: [], gone: [] };
  return [...all, { ...last, state }];
}

interface Writing {
  readonly row: Row;
  readonly book: MirroredBook;
  /** Before the source said what it has. */
  readonly listedAt: Date;
  /** Before it said what is in this portion. */
  readonly askedAt: Date;
  readonly isNewState: boolean;
  readonly total: number | null;
}

async function writePiece(
  db: Database,
  { row, book, listedAt, askedAt, isNewState, total }: Writing,
  piece: Piece,
): Promise<{ written: number; gone: number }> {
  if (piece.written.length === 0 && piece.gone.length === 0 && !isNewState) return { written: 0, gone: 0 };
  return await db.transaction().execute(async (trx) => {
    const now = await trx
      .selectFrom('integrations')
      .select(['state', 'key_sealed'])
      .where('id', '=', row.id)
      .forUpdate()
      .executeTakeFirst();
    const goesOn = now && (synchronised as readonly string[]).includes(now.state);
    if (!goesOn || !isSameKey(now.key_sealed, row.key_sealed)) throw new Superseded();
    const written = await writeContacts(trx, book, piece.written, askedAt);
    const gone = await removeContacts(trx, row.id, piece.gone, listedAt);
    if (written + gone > 0 || isNewState) {
      await trx
        .updateTable('integrations')
        .set(isNewState ? { sync_state: jsonText(piece.state) } : {})
        .set({
          progress: sql`jsonb_build_object('done', contact_count, 'total', greatest(${total}::int, contact_count))`,
        })
        .where('id', '=', row.id)
        .execute();
    }
    return { written, gone };
  });
}

const finish = async (
  db: Database,
  row: Row,
  { origins, leftOut, tenant }: Connection,
  { everyMs }: SyncTimes,
): Promise<void> => {
  const problem = leftOut && jsonText(problemOf(leftOut));
  await unlessChanged(db, row)
    .set({ state: 'CONNECTED', progress: null, problem, failures: 0, last_synced_at: sql`now()` })
    .set(row.key_origins === null ? { key_origins: [...origins] } : {})
    // Connections that are older than this column learn whose they are.
    .set(tenant === undefined ? {} : { tenant: sql<string>`coalesce(tenant, ${tenant})` })
    .set({ next_sync_at: after(everyMs) })
    .execute();
};

/** Behind those that are due now. */
const goOnLater = async (db: Database, row: Row): Promise<void> => {
  await unlessChanged(db, row).set({ next_sync_at: sql`now()` }).execute();
};

const noteFailure = async (db: Database, row: Row, error: IntegrationError, times: SyncTimes): Promise<void> => {
  const ownMs = Math.min(times.againMs * 2 ** Math.min(row.failures, 20), times.everyMs * 6);
  const askedMs = (error.retryAfterSeconds ?? 0) * 1000;
  await unlessChanged(db, row)
    .set({ progress: null, problem: jsonText(problemOf(error)), failures: row.failures + 1 })
    // What the other side asks for is the least: a little more is fine, less is not.
    .set({ next_sync_at: after(Math.max(ownMs, askedMs / leastOfWait)) })
    .execute();
  await leaveAlone(db, row.id, error.retryAfterSeconds);
};

/** Waits are this part of what they are meant to be, up to as much above it. */
const leastOfWait = 0.9;

/** By the clock of the database, and not everyone at the same time. */
const after = (ms: number) =>
  sql<Date>`now() + make_interval(secs => ${(ms / 1000) * (leastOfWait + Math.random() * 2 * (1 - leastOfWait))})`;

/** Contacts in portions, so that nobody waits for long, and then the connection itself. */
async function removeConnection(db: Database, integrationId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const left = await db.transaction().execute(async (trx) => {
      await trx.selectFrom('integrations').select('id').where('id', '=', integrationId).forUpdate().execute();
      const { numDeletedRows } = await trx
        .deleteFrom('contacts')
        .where('id', 'in', (some) =>
          some.selectFrom('contacts').select('id').where('integration_id', '=', integrationId).limit(rowsAtOnce),
        )
        .executeTakeFirst();
      const removed = Number(numDeletedRows);
      if (removed === 0) await trx.deleteFrom('integrations').where('id', '=', integrationId).execute();
      else {
        await trx
          .updateTable('integrations')
          .set({
            progress: sql`jsonb_set(coalesce(progress, '{"total": null}'), '{done}',
              to_jsonb(coalesce((progress ->> 'done')::int, 0) + ${removed}::int))`,
          })
          .where('id', '=', integrationId)
          .execute();
      }
      return removed;
    });
    if (left === 0) return;
  }
}

const tookTooLong = (cause: unknown) =>
  new IntegrationError('unreachable', 'Syncing the contacts takes too long', {
    translationKey: 'timedOut',
    cause,
  });
