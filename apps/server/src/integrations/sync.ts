import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../storage/database.ts';
import { type SyncDeps, type SyncOutcome, type SyncTimes, synchronise } from './synchronise.ts';

/** Keeps every connection of every account up to date, until it is stopped. */
export interface Synchroniser {
  /** Looks now for what is due. */
  wake(): void;
  /** Ends what runs for a connection here; elsewhere it ends with its next portion. */
  interrupt(integrationId: string): void;
  /** Ends what runs, in a moment; the next start continues with it. */
  stop(): Promise<void>;
}

export interface SyncRhythm extends SyncTimes {
  /** How long we wait at most before we look for what is due, though nothing here says that something is. */
  readonly lookMs: number;
  /** So long a synchronisation continues while others wait. */
  readonly turnMs: number;
}

const minute = 60_000;
const syncRhythm: SyncRhythm = {
  lookMs: minute,
  everyMs: 10 * minute,
  againMs: minute / 2,
  withinMs: 60 * minute,
  silentMs: 5 * minute,
  turnMs: minute,
};

/** Connections that one server synchronises at a time. Each holds a connection of the database. */
const mostAtOnce = 3;
/** Of these so many are of one account: however many books it has, and however large, the others have their turn. */
const mostOfAccount = 1;
/** And so many at one place: however slow that is, there is room for others. */
const mostAtPlace = 2;
const stopWithinMs = 2000;
/** While the database is away. */
const againMs = 5000;

interface Deps extends Omit<SyncDeps, 'times' | 'isTurnOver'> {
  readonly db: Database;
  readonly log: Logger;
}

/** What takes a place, by whom and where. */
interface Due {
  readonly id: string;
  readonly accountId: string;
  /** Whose it is at its vendor, where that is known, and else the host that is asked; null where nobody else is. */
  readonly place: string | null;
}

interface Running extends Due {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

interface Keeping extends Deps {
  readonly rhythm: SyncRhythm;
  readonly running: Map<string, Running>;
  /** What is due and has no place. */
  waiting: readonly Due[];
  /** What came no further in its last turn: another one that is cut off brings it nothing either. */
  readonly needsMore: Set<string>;
  isStopped: boolean;
  timer: NodeJS.Timeout | undefined;
  looking: Promise<void> | undefined;
  looksAgain: boolean;
}

export function keepSynchronised(deps: Deps, rhythm: SyncRhythm = syncRhythm): Synchroniser {
  const keeping: Keeping = {
    ...deps,
    rhythm,
    running: new Map(),
    waiting: [],
    needsMore: new Set(),
    isStopped: false,
    timer: undefined,
    looking: undefined,
    looksAgain: false,
  };
  const { running } = keeping;
  wake(keeping);
  return {
    wake: () => wake(keeping),
    interrupt: (integrationId) => running.get(integrationId)?.controller.abort(),
    async stop() {
      keeping.isStopped = true;
      clearTimeout(keeping.timer);
      const open = [...running.values()];
      for (const { controller } of open) controller.abort();
      const all = Promise.all([keeping.looking, ...open.map(({ ended }) => ended)]);
      await Promise.race([all, pause(stopWithinMs, undefined, { ref: false })]);
    },
  };
}

function wake(keeping: Keeping): void {
  if (keeping.isStopped) return;
  keeping.looksAgain = keeping.looking !== undefined;
  keeping.looking ??= look(keeping)
    .catch((error: unknown) => {
      keeping.log.warn({ err: error }, 'contacts: finding due syncs failed');
      wakeWithin(keeping, againMs);
    })
    .then(() => {
      keeping.looking = undefined;
      if (keeping.looksAgain) wake(keeping);
    });
}

function wakeWithin(keeping: Keeping, ms: number): void {
  clearTimeout(keeping.timer);
  if (keeping.isStopped) return;
  keeping.timer = setTimeout(() => wake(keeping), Math.min(ms, keeping.rhythm.lookMs)).unref();
}

async function look(keeping: Keeping): Promise<void> {
  const { db, running } = keeping;
  const { due, nextMs } = await findDue(db);
  wakeWithin(keeping, nextMs);
  const left: Due[] = [];
  for (const one of due) {
    if (keeping.isStopped) return;
    if (running.has(one.id)) continue;
    if (hasPlace(one, [...running.values()])) begin(keeping, one);
    else left.push(one);
  }
  keeping.waiting = left;
}

function begin(keeping: Keeping, due: Due): void {
  const { db, log, rhythm, running, needsMore } = keeping;
  const integrationId = due.id;
  const controller = new AbortController();
  const runsOn = needsMore.delete(integrationId);
  const isTurnOver = (sinceMs: number): boolean =>
    !runsOn && sinceMs >= rhythm.turnMs && isInTheWay(keeping, integrationId);
  const work = alone(db, integrationId, (connection) =>
    synchronise(connection, integrationId, { ...keeping, times: rhythm, isTurnOver }, controller.signal),
  );
  const ended = work
    .then((outcome) => {
      tell(log, integrationId, outcome);
      if (outcome.did === 'paused' && !outcome.broughtNew) needsMore.add(integrationId);
      return outcome.did !== 'none';
    })
    .catch((error: unknown) => {
      if (!controller.signal.aborted) log.error({ err: error, integrationId }, 'contacts: sync failed');
      return controller.signal.aborted;
    })
    .then((isSettled) => {
      running.delete(integrationId);
      // Others waited for their turn, or the same one has something else to do. What another server is at can wait.
      if (isSettled) wake(keeping);
      else wakeWithin(keeping, againMs);
    });
  running.set(integrationId, { ...due, controller, ended });
}

/** Whether something could begin in its place, and only there. */
function isInTheWay({ running, waiting }: Keeping, integrationId: string): boolean {
  const all = [...running.values()];
  const others = all.filter(({ id }) => id !== integrationId);
  return waiting.some((one) => !running.has(one.id) && !hasPlace(one, all) && hasPlace(one, others));
}

/** A vendor that wants to be left alone is; what is only removed here asks nobody. */
const dueAt = sql<Date>`case state when 'DISCONNECTING' then next_sync_at else greatest(next_sync_at, not_before) end`;

/** What is due, and how long it is until something else is. */
async function findDue(db: Database): Promise<{ readonly due: readonly Due[]; readonly nextMs: number }> {
  const rows = await db
    .selectFrom('integrations')
    .select(['id', 'account_id', 'name', 'url', 'tenant', 'state'])
    .select(sql<number>`(extract(epoch from ${dueAt} - now()) * 1000)::float8`.as('in_ms'))
    .where('next_sync_at', 'is not', null)
    .orderBy(dueAt)
    .limit(1000)
    .execute();
  const due = rows.flatMap(({ id, account_id, in_ms, ...row }): Due[] =>
    in_ms > 0 ? [] : [{ id, accountId: account_id, place: row.state === 'DISCONNECTING' ? null : placeOf(row) }],
  );
  return { due, nextMs: Math.ceil(rows.find(({ in_ms }) => in_ms > 0)?.in_ms ?? Infinity) };
}

/** Every customer of a vendor may be at one host, which counts what each of them asks for. */
function placeOf({ name, tenant, url }: { name: string; tenant: string | null; url: string | null }): string | null {
  if (tenant !== null) return `${name} ${tenant}`;
  return url === null ? null : (URL.parse(url)?.host ?? null);
}

/** Whether one more can begin beside these. */
function hasPlace({ accountId, place }: Due, running: readonly Due[]): boolean {
  const ofAccount = running.filter((one) => one.accountId === accountId).length;
  const atPlace = place === null ? 0 : running.filter((one) => one.place === place).length;
  return running.length < mostAtOnce && ofAccount < mostOfAccount && atPlace < mostAtPlace;
}

/** Does something with one connection of the database while nobody else does it for this integration, or not at all. */
export const alone = async (
  db: Database,
  integrationId: string,
  work: (connection: Database) => Promise<SyncOutcome>,
): Promise<SyncOutcome> =>
  await db.connection().execute(async (connection) => {
    const lock = sql`hashtext('sidetone.integration'), hashtext(${integrationId})`;
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${lock}) as got`.execute(connection);
    if (!rows[0]?.got) return { did: 'none' };
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
    }
  });

function tell(log: Logger, integrationId: string, outcome: SyncOutcome): void {
  switch (outcome.did) {
    case 'none':
    case 'superseded':
    case 'paused':
      return;
    case 'synchronised': {
      const { written, gone, leftOut } = outcome;
      if (leftOut) log.warn({ integrationId, code: leftOut.type, err: leftOut }, 'contacts: some skipped');
      log[written + gone > 0 ? 'info' : 'debug']({ integrationId, written, gone }, 'contacts synchronised');
      return;
    }
    case 'disconnected':
      log.info({ integrationId }, 'integrations: disconnected');
      return;
    case 'signedOut':
      log.info({ integrationId, code: outcome.error.type }, 'integrations: sign-in rejected');
      return;
    case 'failed':
      log.warn({ integrationId, code: outcome.error.type, err: outcome.error }, 'contacts: sync failed, trying later');
      return;
    default:
      throw new Error(`Unknown outcome ${String(outcome satisfies never)}`);
  }
}
