import type { InboxRow } from '@sidetone/contract/documents/queries.ts';
import type { InboxPlace } from '@sidetone/contract/entities/inbox-filter.ts';
import type { ThreadOf } from '@sidetone/contract/entities/thread.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { callColumns, type FoundCall, otherSide, otherSideColumns, rowOf } from './call-rows.ts';
import { range } from './read-inbox.ts';
import { type OnBad, readable } from './readable.ts';
import { aboutTopic, callsOfThread } from './thread-calls.ts';

export interface ThreadPart {
  readonly channelId: string;
  readonly of: ThreadOf;
  readonly topic?: string | undefined;
  readonly limit: number;
  /** Only what is after this place. */
  readonly after?: InboxPlace | undefined;
  /** Only what is before this place or at it. */
  readonly until?: InboxPlace | undefined;
}

/**
 * The calls of a channel with one other side, newest first, each a row of its own. `onBad` hears of documents that break
 * their schema; where one has to be left out, the next one takes its place.
 */
export async function readThread(db: Database, asked: ThreadPart, onBad: OnBad = () => {}): Promise<InboxRow[]> {
  const rows: InboxRow[] = [];
  for (let { after } = asked; ; ) {
    const limit = asked.limit - rows.length;
    const { rows: found } = await threadQuery({ ...asked, after, limit }).execute(db);
    rows.push(...found.flatMap((call) => readable(rowOf(call), onBad) ?? []));
    const last = found.at(-1);
    if (found.length < limit || rows.length === asked.limit || !last) return rows;
    after = { startedAt: last.started_at.toISOString(), id: last.id };
  }
}

const threadQuery = ({ channelId, of, topic, limit, after, until }: ThreadPart): RawBuilder<FoundCall> =>
  sql<FoundCall>`
    with calls as (${callsOfThread([channelId], of)}),
    listed as (
      select event.* from calls join inbox_events as event using (channel_id, id)
      where true ${aboutTopic(channelId, topic)} ${range('event.id', after, until)}
      order by started_at desc, id limit ${limit}
    )
    select ${callColumns({ whole: false })}, event.rev, 1 as group_size, event.unresolved::int as group_unresolved,
      ${otherSideColumns}
    from listed as event ${otherSide}
    order by event.started_at desc, event.id`;
