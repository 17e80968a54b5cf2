import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { jsonText } from '../../storage/json-text.ts';
import { prepared, type SlotOf } from '../../storage/prepared.ts';
import type { StoredCall } from '../opened-call.ts';

export interface AnsweredBy {
  readonly legId: string;
  readonly userId: string | null;
}

interface Keeper {
  readonly db: Database;
  readonly node: string;
  readonly epoch: number;
}

interface Answer extends AnsweredBy {
  readonly callId: string;
  readonly at: Date;
  /** What a restart needs of the call from now on. */
  readonly goesOn: StoredCall | null;
}

/** The call, both legs and their events, and what a restart needs of the call, in one statement. */
export async function writeAnswer(
  { db, node, epoch }: Keeper,
  { callId, legId, userId, at, goesOn }: Answer,
): Promise<void> {
  const stored = goesOn && { snapshot: jsonText(goesOn.snapshot), seen: jsonText(goesOn.seen) };
  await answered(db, {
    callId,
    legId,
    userId,
    at,
    node,
    epoch,
    snapshot: stored?.snapshot ?? null,
    seen: stored?.seen ?? null,
  });
}

interface Values extends AnsweredBy {
  readonly callId: string;
  readonly at: Date;
  readonly node: string;
  readonly epoch: number;
  /** As JSON; null where nothing is stored. */
  readonly snapshot: string | null;
  readonly seen: string | null;
}

const answered = prepared((db, slot: SlotOf<Values>) =>
  db
    .with('call', (cte) =>
      cte
        .updateTable('calls')
        .set({ established_at: slot('at') })
        .where('id', '=', slot('callId'))
        .where('established_at', 'is', null)
        .where('ended_at', 'is', null)
        .returning('id'),
    )
    .with('stored', (cte) =>
      cte
        .insertInto('call_snapshots')
        .columns(['call_id', 'node', 'epoch', 'snapshot', 'seen'])
        .expression((row) =>
          row
            .selectFrom('call')
            .where(sql<SqlBool>`${slot('snapshot')}::jsonb is not null`)
            .select([
              'call.id',
              sql<string>`${slot('node')}::text`.as('node'),
              sql<number>`${slot('epoch')}::bigint`.as('epoch'),
              sql<string>`${slot('snapshot')}::jsonb`.as('snapshot'),
              sql<string>`${slot('seen')}::jsonb`.as('seen'),
            ]),
        )
        .onConflict((row) => row.doNothing()),
    )
    .with('both_legs', (cte) =>
      cte
        .updateTable('legs')
        .from('call')
        .set({ established_at: sql<Date>`coalesce(legs.established_at, ${slot('at')}::timestamptz)` })
        .whereRef('legs.call_id', '=', 'call.id')
        .where((leg) => leg.or([leg('legs.id', '=', slot('legId')), leg('legs.role', '=', 'caller')])),
    )
    .updateTable('inbox_events')
    .from('call')
    .set({
      // Who came from another call was established there, and keeps their event.
      established_at: sql<Date>`coalesce(inbox_events.established_at, ${slot('at')}::timestamptz)`,
      state: 'Established',
      owner: sql<
        string | null
      >`case when direction = 'INCOMING' and inbox_events.established_at is null then ${slot('userId')}::text else owner end`,
    })
    .whereRef('inbox_events.call_id', '=', 'call.id')
    .where('terminated_at', 'is', null),
);
