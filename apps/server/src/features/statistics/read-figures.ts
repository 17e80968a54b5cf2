import { mostTopics } from '@sidetone/contract/rules/statistics.ts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import {
  callOfEvents,
  callSums,
  eventColumns,
  eventsOfDay,
  isTopic,
  mayHaveTopic,
  startsOnDay,
  topicOfMark,
} from './call-sums.ts';
import type { Period } from './period.ts';

/** Sums of a set of calls. Times are in milliseconds. */
export interface Sums {
  readonly calls: number;
  readonly incoming: number;
  readonly answered: number;
  readonly missed: number;
  readonly established: number;
  readonly waited: number;
  readonly talked: number;
}

interface SumsOfCalls extends Sums {
  /** Of the period, else of what it is compared with. */
  readonly current: boolean;
}

/** Everything that is counted of a period, as the database gives it. Lists without calls are null. */
export interface Counted {
  readonly sums: readonly SumsOfCalls[] | null;
  readonly days:
    | readonly { readonly day: string; readonly incoming: number; readonly outgoing: number; readonly missed: number }[]
    | null;
  readonly hours: readonly { readonly weekday: number; readonly hour: number; readonly calls: number }[] | null;
  readonly channels: readonly (Sums & { readonly channelId: string })[] | null;
  readonly channelDays: readonly { readonly channelId: string; readonly day: string; readonly calls: number }[] | null;
  readonly topics:
    | readonly { readonly topic: string; readonly calls: number; readonly channelIds: readonly string[] }[]
    | null;
  readonly rev: number;
}

const sumsOf = sql`
  'calls', sum(calls), 'incoming', sum(incoming), 'answered', sum(answered), 'missed', sum(missed),
  'established', sum(established), 'waited', round(sum(waited)), 'talked', round(sum(talked))`;

/** The days of each channel with what is kept of them, and the events that have to be counted besides. */
const given = (channelIds: readonly string[], { from, beforeFrom, beforeUntil, to, now, timeZone }: Period) => sql`
    wanted as materialized (
      select channel.id as channel_id, midnight::date as day, midnight::date >= ${from}::date as current, kept.channel_id is not null as is_kept,
        calls, incoming, answered, missed, established, waited, talked, hours, others, topics, newest_rev
      from unnest(${channelIds}::text[]) as channel (id)
        cross join generate_series(${beforeFrom}::date::timestamp, ${to}::date::timestamp, interval '1 day') as midnight
        left join call_days as kept on kept.channel_id = channel.id and kept.day = midnight::date
          and kept.time_zone = ${timeZone} and midnight::date <> ${from}::date - 1
    ),
    events as materialized (
      select current, event.* from wanted, lateral (
        select ${eventColumns} ${eventsOfDay(timeZone)}
          and started_at <= ${now} and (current or started_at < ${beforeUntil})
        offset 0) as event
      where not is_kept
      union all
      select current, event.* from wanted, lateral (
        select ${eventColumns} from inbox_events
        where channel_id = wanted.channel_id and id = any(wanted.others)) as event
      where is_kept and others <> '{}'
    )`;

/** Calls, and their sums with those that are kept. */
const counted = ({ timeZone }: Period) => sql`
    calls as materialized (select current, ${callOfEvents} from events group by session_id, current),
    lines as (select channel_id, ${callOfEvents} from events where current group by channel_id, session_id),
    call_sums as materialized (
      select current, day, ${callSums} from calls group by current, day
      union all
      select current, day, calls, incoming, answered, missed, established, waited, talked from wanted where is_kept
    ),
    line_sums as materialized (
      select channel_id, day, ${callSums} from lines group by channel_id, day
      union all
      select channel_id, day, calls, incoming, answered, missed, established, waited, talked
      from wanted where is_kept and current
    ),
    hours as (
      select extract(isodow from day)::int as weekday, extract(hour from started_at at time zone ${timeZone})::int as hour,
        count(*) as calls
      from calls where current group by 1, 2
      union all
      select extract(isodow from day)::int, position::int - 1, each
      from wanted, unnest(hours) with ordinality as hour (each, position) where is_kept and current and each > 0
    ),
    -- Few calls have any, so that they are found before the calls are.
    documented as materialized (
      select words.* from wanted, lateral (
        select channel_id, doc_id, marks from call_words
        where channel_id = wanted.channel_id and ${startsOnDay(timeZone)} and ${mayHaveTopic} offset 0) as words
      where current and not is_kept
      union all
      select channel_id, doc_id, marks from call_words join wanted using (channel_id)
      where current and is_kept and others <> '{}' and doc_id = any(others) and ${mayHaveTopic}
    ),
    topics as materialized (
      select ${topicOfMark} as topic, count(distinct session_id) as calls, array_agg(distinct channel_id) as channel_ids
      from documented join events using (channel_id), unnest(marks) as mark
      where current and id = doc_id and ${isTopic}
      group by 1
      union all
      select key, value::bigint, array[channel_id] from wanted, jsonb_each_text(topics) where is_kept and current and topics <> '{}'
    )`;

const figures = sql`
    json_build_object(
      'sums', (select json_agg(one) from (
        select json_build_object('current', current, ${sumsOf}) as one from call_sums group by current) as each),
      'days', (select json_agg(one) from (
        select json_build_object('day', to_char(day, 'YYYY-MM-DD'), 'incoming', sum(incoming - missed),
          'outgoing', sum(calls - incoming), 'missed', sum(missed)) as one
        from call_sums where current group by day) as each),
      'hours', (select json_agg(json_build_object('weekday', weekday, 'hour', hour, 'calls', calls) order by weekday, hour)
        from (select weekday, hour, sum(calls) as calls from hours group by 1, 2) as each),
      'channels', (select json_agg(one) from (
        select json_build_object('channelId', channel_id, ${sumsOf}) as one from line_sums group by channel_id) as each),
      'channelDays', (select json_agg(one) from (
        select json_build_object('channelId', channel_id, 'day', to_char(day, 'YYYY-MM-DD'), 'calls', sum(calls)) as one
        from line_sums group by channel_id, day) as each),
      'topics', (
        select json_agg(json_build_object('topic', topic, 'calls', calls, 'channelIds', (
          select json_agg(distinct channel_id) from topics as one, unnest(channel_ids) as channel_id
          where one.topic = most.topic)) order by calls desc, topic)
        from (
          select topic, sum(calls) as calls from topics group by topic order by 2 desc, 1 limit ${mostTopics}) as most),
      'rev', greatest((select coalesce(max(rev), 0) from events), (select coalesce(max(newest_rev), 0) from wanted))
    )`;

/**
 * Counts the calls of these channels; one statement. Of days that are kept (`keepDays`) only the calls of several events
 * are read.
 */
export async function readFigures(db: Database, channelIds: readonly string[], period: Period): Promise<Counted> {
  const { rows } = await sql<{ counted: Counted }>`
    with ${given(channelIds, period)}, ${counted(period)}
    select ${figures} as counted`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('Counting gives one row');
  return found.counted;
}
