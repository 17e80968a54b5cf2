import type { TerminationReason } from '@sidetone/contract/rules/termination-reasons.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { LEASE_MS } from '../../storage/node-lease.ts';
import { prepared, type SlotOf } from '../../storage/prepared.ts';
import { eventEnds } from '../event-ends.ts';

/** The lease of a call tells when those who had it gave their last sign; after that nobody talked. */
export const lastSignOfLife = sql<Date>`greatest(started_at, established_at, least(now(), lease_until - ${LEASE_MS / 1000} * interval '1 second'))`;

/** Ends the calls of a condition with their legs and events. A call that ended before stays as it was. */
export async function endCalls(
  db: Database,
  which: RawBuilder<unknown>,
  reason: TerminationReason,
  at: RawBuilder<Date>,
): Promise<void> {
  await ending(db, which, sql<TerminationReason>`${reason}`, at).execute();
}

/** Ends one call likewise. */
export const endCall = prepared((db, slot: SlotOf<{ callId: string; reason: TerminationReason; at: Date }>) =>
  ending(db, sql`id = ${slot('callId')}`, slot('reason'), sql<Date>`${slot('at')}::timestamptz`),
);

const ending = (
  db: Database,
  which: RawBuilder<unknown>,
  reason: RawBuilder<TerminationReason>,
  at: RawBuilder<Date>,
) =>
  db
    .with('over', (cte) =>
      cte
        .updateTable('calls')
        .set({ ended_at: at, ended_reason: sql<string>`${reason}::text` })
        .where(sql<SqlBool>`${which}`)
        .where('ended_at', 'is', null)
        .returning(['id', 'ended_at']),
    )
    .with('forgotten', (cte) => cte.deleteFrom('call_snapshots').using('over').whereRef('call_id', '=', 'over.id'))
    .with('all_legs', (cte) =>
      cte
        .updateTable('legs')
        .from('over')
        .set((set) => ({ ended_at: set.ref('over.ended_at'), ended_reason: sql<string>`${reason}::text` }))
        .whereRef('legs.call_id', '=', 'over.id')
        .where('legs.ended_at', 'is', null),
    )
    .updateTable('inbox_events')
    .from('over')
    .set((set) => ({ terminated_at: set.ref('over.ended_at'), ...eventEnds(reason) }))
    .whereRef('inbox_events.call_id', '=', 'over.id')
    .where('inbox_events.terminated_at', 'is', null);
