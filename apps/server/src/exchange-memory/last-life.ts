import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { jsonText } from '../storage/json-text.ts';
import { leaseEnd } from './event-ends.ts';
import type { SeenSince, StoredCall } from './opened-call.ts';

interface Keeper {
  readonly db: Database;
  readonly node: string;
  readonly epoch: number;
}

/** What a restart of signalling needs to go on with these calls, whatever was stored of them before. */
export async function writeSnapshots({ db, node, epoch }: Keeper, calls: readonly StoredCall[]): Promise<void> {
  await db
    .insertInto('call_snapshots')
    .values(
      calls.map(({ callId, snapshot, seen }) => ({
        call_id: callId,
        node,
        epoch,
        snapshot: jsonText(snapshot),
        seen: jsonText(seen),
      })),
    )
    .onConflict((row) =>
      row.column('call_id').doUpdateSet((set) => ({
        node: set.ref('excluded.node'),
        epoch: set.ref('excluded.epoch'),
        snapshot: set.ref('excluded.snapshot'),
        seen: set.ref('excluded.seen'),
        updated_at: sql<Date>`now()`,
      })),
    )
    .execute();
}

/** Open calls that earlier lives of this node stored. */
export async function readLastLife({ db, node, epoch }: Keeper): Promise<StoredCall[]> {
  const calls = await db
    .selectFrom('call_snapshots')
    .innerJoin('calls', 'calls.id', 'call_snapshots.call_id')
    .select(['call_id', 'snapshot', 'seen'])
    .where('call_snapshots.node', '=', node)
    .where(sql<boolean>`call_snapshots.epoch < ${epoch}`)
    .where('calls.ended_at', 'is', null)
    .execute();
  return calls.map(({ call_id: callId, snapshot, seen }) => ({
    callId,
    snapshot,
    seen: seen as readonly SeenSince[],
  }));
}

/** These calls belong to this life of the node from now on. */
export async function takeOver({ db, node, epoch }: Keeper, callIds: readonly string[]): Promise<void> {
  if (callIds.length === 0) return;
  await db
    .updateTable('calls')
    .set({ epoch, lease_until: leaseEnd })
    .where('node', '=', node)
    .where('id', 'in', callIds)
    .execute();
  await db
    .updateTable('call_snapshots')
    .set({ epoch })
    .where('node', '=', node)
    .where('call_id', 'in', callIds)
    .execute();
}
