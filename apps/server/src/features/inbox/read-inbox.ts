import type { InboxRow } from '@sidetone/contract/documents/queries.ts';
import type { InboxFilter, InboxPlace } from '@sidetone/contract/entities/inbox-filter.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { callColumns, type FoundCall, otherSide, otherSideColumns, rowOf } from './call-rows.ts';
import { filterCondition } from './filter.ts';
import { type OnBad, readable } from './readable.ts';

/** Which part of a channel's list is asked for. */
export interface InboxRange {
  readonly channelId: string;
  readonly limit: number;
  readonly unresolvedOnly?: boolean | undefined;
  /** Only what is after this place. */
  readonly after?: InboxPlace | undefined;
  /** Only what is before this place or at it. */
  readonly until?: InboxPlace | undefined;
  readonly filter?: InboxFilter | undefined;
}

/**
 * The ended calls of a channel, newest first: the newest of each group, of the unresolved ones where only these are asked
 * for. With a filter every call that passes is a row and a group of its own. `onBad` hears of documents that break their
 * schema; where one has to be left out, the next one takes its place.
 */
export async function readInbox(db: Database, asked: InboxRange, onBad: OnBad = () => {}): Promise<InboxRow[]> {
  const passing = asked.filter && (await filterCondition(db, asked.channelId, asked.filter));
  const rows: InboxRow[] = [];
  let { after } = asked;
  for (;;) {
    const limit = asked.limit - rows.length;
    const { rows: found } = await listQuery({ ...asked, after, limit }, passing).execute(db);
    rows.push(...found.flatMap((call) => readable(rowOf(call), onBad) ?? []));
    const last = found.at(-1);
    if (found.length < limit || rows.length === asked.limit || !last) return rows;
    after = { startedAt: last.started_at.toISOString(), id: last.id };
  }
}

/** One ended event with everything known about it and the counts of its group, whose newest it need not be; none where the channel has no such event. */
export async function readEvent(
  db: Database,
  { channelId, docId }: { channelId: string; docId: string },
  onBad: OnBad = () => {},
): Promise<InboxRow[]> {
  const { rows } = await sql<FoundCall>`
    select ${callColumns({ whole: true })}, greatest(event.rev, call_groups.rev) as rev, call_groups.calls as group_size,
      call_groups.unresolved as group_unresolved, ${otherSideColumns}
    from inbox_events as event
      join call_groups on call_groups.channel_id = event.channel_id and call_groups.day = event.day
        and call_groups.remote_key = event.remote_key
      ${otherSide}
    where event.channel_id = ${channelId} and event.id = ${docId} and event.terminated_at is not null`.execute(db);
  return rows.flatMap((call) => readable(rowOf(call), onBad) ?? []);
}

const listQuery = (
  asked: InboxRange,
  passing: RawBuilder<unknown> | undefined,
): RawBuilder<FoundCall> => sql<FoundCall>`
  with listed as (${passing ? passingCalls(asked, passing) : newestOfGroups(asked)})
  select ${callColumns({ whole: false })}, greatest(event.rev, listed.rev) as rev,
    listed.calls as group_size, coalesce(listed.unresolved, event.unresolved::int) as group_unresolved,
    ${otherSideColumns}
  from listed join inbox_events as event on event.channel_id = ${asked.channelId} and event.id = listed.id
  ${otherSide}
  order by event.started_at desc, event.id`;

const newestOfGroups = ({ channelId, unresolvedOnly, after, until, limit }: InboxRange): RawBuilder<unknown> => {
  const within = range('newest_id', after, until);
  const which = unresolvedOnly ? sql`and unresolved > 0` : sql``;
  return sql`
    select newest_id as id, calls, unresolved, rev from call_groups
    where channel_id = ${channelId} ${which} ${within}
    order by started_at desc, newest_id limit ${limit}`;
};

const passingCalls = (
  { channelId, unresolvedOnly, after, until, limit, filter }: InboxRange,
  passing: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const which = unresolvedOnly
    ? sql`and exists (select from inbox_events as event
        where event.channel_id = call_words.channel_id and event.id = doc_id and event.unresolved)`
    : sql``;
  const all = sql`select channel_id, doc_id, started_at from call_words where channel_id = ${channelId} and ${passing}`;
  // Words are asked of their index alone: going through the list for a word that nobody said would read every one.
  const source = filter?.text === undefined ? sql`(${all}) as call_words` : sql`(${all} offset 0) as call_words`;
  return sql`
    select doc_id as id, 1 as calls, null::int as unresolved, 0 as rev from ${source}
    where true ${which} ${range('doc_id', after, until)}
    order by started_at desc, doc_id limit ${limit}`;
};

/** Condition for rows between two places; `id` is the column of their ids, beside `started_at`. */
export const range = (id: string, after?: InboxPlace, until?: InboxPlace): RawBuilder<unknown> => sql`
  ${after ? sql`and started_at <= ${after.startedAt} and (started_at < ${after.startedAt} or ${sql.ref(id)} > ${after.id})` : sql``}
  ${until ? sql`and started_at >= ${until.startedAt} and (started_at > ${until.startedAt} or ${sql.ref(id)} <= ${until.id})` : sql``}`;
