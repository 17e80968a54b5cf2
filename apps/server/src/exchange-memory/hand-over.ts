import type { TerminationReason } from '@sidetone/contract/rules/termination-reasons.ts';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { eventEnds } from './event-ends.ts';
import type { EventName, HandOver } from './opened-call.ts';

/**
 * A leg goes over to another call with its inbox event; the events of who handed it over end, and both sides say with
 * whom the call went on. One transaction. Where the other call is over already, what goes over ends with it.
 */
export async function handOver(db: Database, move: HandOver, at: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const into = await tx
      .selectFrom('calls')
      .select(['ended_at', 'ended_reason'])
      .where('id', '=', move.into)
      .forUpdate()
      .executeTakeFirst();
    if (!into) return;
    const { ended_at: endedAt, ended_reason: endedReason } = into;
    await tx
      .updateTable('legs')
      .set({ call_id: move.into, ...(endedAt && { ended_at: endedAt, ended_reason: endedReason }) })
      .where('id', '=', move.legId)
      .execute();
    const events = (...names: readonly EventName[]) =>
      tx
        .updateTable('inbox_events')
        .where((row) =>
          row.or(
            names.map(({ channelId, docId }) => row.and([row('channel_id', '=', channelId), row('id', '=', docId)])),
          ),
        );
    const { event, closes, transferredTo, transferredFrom, reopens } = move;
    if (event) {
      const ends = endedAt && { terminated_at: endedAt, ...eventEnds((endedReason ?? 'HANGUP') as TerminationReason) };
      await events(event)
        .set({ call_id: move.into, ...ends })
        .where('terminated_at', 'is', null)
        .execute();
    }
    if (reopens) {
      await events(reopens)
        .set({
          call_id: move.into,
          unresolved: false,
          transferred_to: null,
          state: sql<string>`case when established_at is null then 'Ringing' else 'Established' end`,
          ...(endedAt === null && { terminated_at: null, terminated_reason: null }),
        })
        .execute();
    }
    if (closes.length > 0) {
      await events(...closes)
        .set({ terminated_at: at, ...eventEnds('HANGUP') })
        .where('terminated_at', 'is', null)
        .execute();
    }
    if (transferredTo) {
      await events(transferredTo.event)
        .set({ transferred_to: JSON.stringify(transferredTo.partner) })
        .execute();
    }
    if (transferredFrom && transferredFrom.events.length > 0) {
      await events(...transferredFrom.events)
        .set({ transferred_from: JSON.stringify(transferredFrom.partner) })
        .execute();
    }
  });
}
