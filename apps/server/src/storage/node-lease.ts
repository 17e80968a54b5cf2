import { sql } from 'kysely';
import type { Database } from './database.ts';

/** How long a node owns its calls without a sign of life, and how often it gives one. */
export const LEASE_MS = 10_000;
export const RENEWAL_MS = 3_000;

/** This process's claim to its node's name. Calls it writes carry `node` and `epoch`. */
export interface NodeLease {
  readonly node: string;
  /** Raised with each start; a row of an earlier epoch belongs to an earlier life of the node. */
  readonly epoch: number;
  /** Extends the lease of the node and of its open calls. False when another process has taken the name since. */
  renew(): Promise<boolean>;
  /** Ends the lease, so that others need not wait for it to run out. */
  release(): Promise<void>;
}

/** Claims `node`. The process that had it before notices at its next renewal. */
export async function claimNode(db: Database, node: string): Promise<NodeLease> {
  const row = await db
    .insertInto('nodes')
    .values({ node, epoch: 1, lease_until: leaseEnd() })
    .onConflict((conflict) =>
      conflict.column('node').doUpdateSet({ epoch: sql`nodes.epoch + 1`, lease_until: leaseEnd() }),
    )
    .returning('epoch')
    .executeTakeFirstOrThrow();
  const epoch = Number(row.epoch);
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
        .set({ lease_until: sql`now()` })
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

/**
 * Renews every 3 s until stopped. A renewal that fails is tried again at the next beat; `onLost` is called once, when
 * another process owns the name.
 */
export function keepLease(lease: NodeLease, keeper: LeaseKeeper): () => void {
  let busy = false;
  const timer = setInterval(async () => {
    if (busy) return;
    busy = true;
    try {
      if (!(await lease.renew())) {
        clearInterval(timer);
        keeper.onLost();
      }
    } catch (error) {
      keeper.onFailure(error);
    } finally {
      busy = false;
    }
  }, RENEWAL_MS);
  return () => clearInterval(timer);
}

/** By the clock of the database, the only one that all nodes share. */
const leaseEnd = () => sql<Date>`now() + make_interval(secs => ${LEASE_MS / 1000})`;
