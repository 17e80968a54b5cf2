import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Writer } from './writer.ts';

/** How long a node owns its calls without a sign of life, and how often it gives one. */
export const LEASE_MS = 10_000;
export const RENEWAL_MS = 3_000;
/** So long a node that was handed over is left to spares; its own server takes it again after that. */
const ADOPTION_MS = 5_000;
/** A carrier that has been silent for so long does not come back. */
export const GONE_MS = 60_000;

/** This process's claim to its node's name. Calls it writes carry `node` and `epoch`. */
export interface NodeLease {
  readonly node: string;
  /** Raised with each start; a row of an earlier epoch belongs to an earlier life of the node. */
  readonly epoch: number;
  /** Extends the lease of the node and of its open calls. False when another process has taken the name since. */
  renew(): Promise<boolean>;
  /** Ends the lease, so that others need not wait for it to run out; from then on nobody is reached there. */
  release(): Promise<void>;
}

/** The carrier of a node: where others reach it, and what it is. */
export interface CarrierPlace {
  /** `host:port`. */
  readonly sipAddress: string;
  /** An origin. */
  readonly httpAddress: string;
  readonly release: string;
  /** Machine and data folder. */
  readonly carrier: string;
}

/** Claims `node`, no matter which process has it. The process that had it before notices at its next renewal. */
export async function claimNode(db: Database, node: string, place?: CarrierPlace): Promise<NodeLease> {
  const { epoch } = await claiming(db, node, place).executeTakeFirstOrThrow();
  return leaseOf(db, node, Number(epoch));
}

/**
 * Claims `node` where nobody else carries it: an earlier life of this carrier had it, or its lease was given back or has run out.
 * A lease that ran out counts only for one who `isSure` that the database was there all the time: after an outage those of carriers
 * that are well have run out as well, and they renew them within moments. Undefined where another carries it, or where this
 * carrier handed it over moments ago and a spare may take it yet.
 */
export async function claimFreeNode(
  db: Database,
  node: string,
  place: CarrierPlace,
  isSure: boolean,
): Promise<NodeLease | undefined> {
  const isOwn = sql<boolean>`(nodes.carrier is null or nodes.carrier = ${place.carrier})`;
  const isHandedOver = sql<boolean>`(nodes.state = 'draining' and ${isOwn}
    and nodes.lease_until > now() - make_interval(secs => ${ADOPTION_MS / 1000}))`;
  const isOver = sql<boolean>`(${isSure}::boolean or ${isOwn} or nodes.sip_address is null
    or nodes.lease_until < now() - make_interval(secs => ${GONE_MS / 1000}))`;
  const isFree = sql<boolean>`case when nodes.lease_until > now() and not ${isFarAhead(isSure)} then ${isOwn}
    else ${isOver} and not ${isHandedOver} end`;
  const row = await claiming(db, node, place, isFree).executeTakeFirst();
  return row && leaseOf(db, node, Number(row.epoch));
}

/**
 * Claims a node whose lease has run out, the one that has waited longest; undefined where there is none. Of several processes that
 * ask at the same time each gets another one, or none. See `claimFreeNode` for `isSure`.
 */
export async function claimVacantNode(
  db: Database,
  place: CarrierPlace,
  isSure: boolean,
): Promise<NodeLease | undefined> {
  const vacant = db
    .selectFrom('nodes')
    .select('node')
    .where(sql<boolean>`(lease_until <= now() or ${isFarAhead(isSure)})`)
    .where(sql<boolean>`(${isSure}::boolean or sip_address is null)`)
    .orderBy('lease_until')
    .limit(1)
    .forUpdate()
    .skipLocked();
  const row = await db
    .updateTable('nodes')
    .set({ epoch: sql`epoch + 1`, ...claimOf(place) })
    .where('node', '=', vacant)
    .returning(['node', 'epoch'])
    .executeTakeFirst();
  return row && leaseOf(db, row.node, Number(row.epoch));
}

/** Written before the clock of the database was set back, or by that of another machine, by a carrier that does not renew it. */
const isFarAhead = (isSure: boolean) =>
  sql<boolean>`(${isSure}::boolean and nodes.lease_until > now() + make_interval(secs => ${(2 * LEASE_MS) / 1000}))`;

const claiming = (db: Database, node: string, place?: CarrierPlace, isFree = sql<boolean>`true`) =>
  db
    .insertInto('nodes')
    .values({ node, epoch: 1, ...claimOf(place) })
    .onConflict((conflict) =>
      conflict
        .column('node')
        .doUpdateSet({ epoch: sql`nodes.epoch + 1`, ...claimOf(place) })
        .where(isFree),
    )
    .returning('epoch');

const claimOf = (place: CarrierPlace | undefined) => ({
  lease_until: leaseEnd(),
  sip_address: place?.sipAddress ?? null,
  http_address: place?.httpAddress ?? null,
  release: place?.release ?? null,
  carrier: place?.carrier ?? null,
  state: 'up' as const,
});

function leaseOf(db: Database, node: string, epoch: number): NodeLease {
  return {
    node,
    epoch,
    async renew() {
      const { numUpdatedRows } = await db
        .updateTable('nodes')
        .set({ lease_until: leaseEnd() })
        .where('node', '=', node)
        .where('epoch', '=', String(epoch))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await db
        .updateTable('calls')
        .set({ lease_until: leaseEnd() })
        .where('node', '=', node)
        .where('epoch', '=', String(epoch))
        .where('ended_at', 'is', null)
        .execute();
      return true;
    },
    async release() {
      await db
        .updateTable('nodes')
        .set({ lease_until: sql`now()`, sip_address: null, http_address: null })
        .where('node', '=', node)
        .where('epoch', '=', String(epoch))
        .execute();
    },
  };
}

export interface LeaseKeeper {
  readonly onLost: () => void;
  readonly onFailure: (error: unknown) => void;
}

export interface KeptLease {
  /**
   * Fulfils while the lease was renewed within its time; renews it first where it was not, as after this process was frozen. Rejects
   * where that cannot be found out now, and stays open where another process owns the name.
   */
  sure(): Promise<void>;
  stop(): void;
}

/** What passes for one process. */
export interface Beats {
  /** In ms, by a clock that goes on while the machine sleeps. */
  now(): number;
  /** Gives the way to stop. */
  every(ms: number, task: () => void): () => void;
}

export const ownBeats: Beats = {
  now: Date.now,
  every(ms, task) {
    const timer = setInterval(task, ms);
    return () => clearInterval(timer);
  },
};

/**
 * Renews every 3 s until stopped. A renewal that fails is tried again at the next beat; `onLost` is called once, when
 * another process owns the name.
 */
export function keepLease(lease: NodeLease, keeper: LeaseKeeper, { now, every }: Beats = ownBeats): KeptLease {
  let renewedAt = now();
  let renewing: Promise<boolean> | undefined;
  let isLost = false;
  const renewOnce = async (): Promise<boolean> => {
    const at = now();
    if (await lease.renew()) renewedAt = at;
    else if (!isLost) {
      isLost = true;
      stop();
      keeper.onLost();
    }
    return !isLost;
  };
  const renew = (): Promise<boolean> => {
    renewing ??= renewOnce().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };
  const stop = every(RENEWAL_MS, () => {
    if (renewing === undefined) renew().catch(keeper.onFailure);
  });
  return {
    async sure() {
      const isSure = !isLost && Math.abs(now() - renewedAt) < LEASE_MS;
      if (!isSure && !(await renew())) await new Promise<never>(() => {});
    },
    stop,
  };
}

/** The companies that are at home at a node. */
export const accountsAt = (db: Writer, node: string) =>
  db.selectFrom('accounts').select('accounts.id').where('accounts.node', '=', node);

/** In ms since 1970, by the clock that says when leases have run out. */
export async function databaseTime(db: Database): Promise<number> {
  const { rows } = await sql<{ at: number }>`select (extract(epoch from now()) * 1000)::float8 as at`.execute(db);
  return rows[0]?.at ?? 0;
}

/** By the clock of the database, the only one that all nodes share. */
const leaseEnd = () => sql<Date>`now() + make_interval(secs => ${LEASE_MS / 1000})`;
