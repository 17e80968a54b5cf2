import type { InboxRow } from '@sidetone/contract/documents/queries.ts';
import type { ThreadOf } from '@sidetone/contract/entities/thread.ts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { callColumns, type FoundCall, otherSide, otherSideColumns, rowOf } from './call-rows.ts';
import { type OnBad, readable } from './readable.ts';
import { callsOfThread } from './thread-calls.ts';

export interface ThreadPart {
  readonly channelId: string;
  readonly of: ThreadOf;
  readonly topic?: string | undefined;
  readonly limit: number;
}

/** The calls of a channel with one other side, newest first, each a row of its own. */
export async function readThread(
  db: Database,
  { channelId, of, topic, limit }: ThreadPart,
  onBad: OnBad = () => {},
): Promise<InboxRow[]> {
  const withTopic =
    topic === undefined
      ? sql``
      : sql`where exists (select from call_words where call_words.channel_id = ${channelId}
          and doc_id = event.id and marks @> array[${`topic ${topic}`}])`;
  const { rows } = await sql<FoundCall>`
    with calls as (${callsOfThread([channelId], of)}),
    listed as (
      select event.* from calls join inbox_events as event using (channel_id, id) ${withTopic}
      order by started_at desc, id limit ${limit}
    )
    select ${callColumns({ whole: false })}, event.rev, 1 as group_size, event.unresolved::int as group_unresolved,
      ${otherSideColumns}
    from listed as event ${otherSide}
    order by event.started_at desc, event.id`.execute(db);
  return rows.flatMap((call) => readable(rowOf(call), onBad) ?? []);
}
