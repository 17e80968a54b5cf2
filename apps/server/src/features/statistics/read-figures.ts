import { mostTopics } from '@sidetone/contract/rules/statistics.ts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { isMissedCall } from '../../storage/missed-call.ts';
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
interface Counted {
  readonly sums: readonly SumsOfCalls[] | null;
  readonly days:
    | readonly { readonly day: string; readonly incoming: number; readonly outgoing: number; readonly missed: number }[]
    | null;
  readonly hours: readonly { readonly weekday: number; readonly hour: number; readonly calls: number }[] | null;
  readonly channels: readonly (Sums & { readonly channelId: string })[] | null;
  readonly channelDays: readonly { readonly channelId: string; readonly day: string; readonly calls: number }[] | null;
  readonly topics: readonly { readonly topic: string; readonly calls: number }[] | null;
  readonly rev: number;
}

/** What a call is made of: its events in one channel or in several. */
const call = sql`
  min(day) as day, min(started_at) as started_at, bool_or(incoming) as incoming, bool_or(missed) as missed,
  min(started_at) filter (where incoming) as rang_at, min(established_at) filter (where incoming) as answered_at,
  min(established_at) as established_at, max(terminated_at) filter (where established_at is not null) as ended_at`;

const ms = (from: string, to: string) => sql.raw(`coalesce(round(sum(extract(epoch from ${to} - ${from}) * 1000)), 0)`);
const sums = sql`
  'calls', count(*), 'incoming', count(*) filter (where incoming), 'answered', count(answered_at),
  'missed', count(*) filter (where missed and answered_at is null), 'established', count(established_at),
  'waited', ${ms('rang_at', 'answered_at')}, 'talked', ${ms('established_at', 'ended_at')}`;

/** Counts the calls of these channels; one statement. Missed is what `isMissed` of the contract says. */
export async function readFigures(db: Database, channelIds: readonly string[], period: Period): Promise<Counted> {
  const { from, beforeFrom, beforeUntil, now, timeZone } = period;
  const { rows } = await sql<{ counted: Counted }>`
    with events as materialized (
      select id, channel_id, session_id, day, started_at, established_at, terminated_at, rev, day >= ${from}::date as current,
        direction = 'INCOMING' as incoming,
        ${isMissedCall} as missed
      from inbox_events
      where channel_id = any(${channelIds}::text[]) and terminated_at is not null
        and started_at >= ${beforeFrom}::date - 2 and started_at <= ${now}
        and day >= ${beforeFrom}::date and (day >= ${from}::date or started_at < ${beforeUntil})
    ),
    calls as materialized (select session_id, current, ${call} from events group by session_id, current),
    -- Few calls have any, so that they are found before the calls are.
    topics as materialized (
      select channel_id, doc_id, mark from call_words, unnest(marks) as mark
      where channel_id = any(${channelIds}::text[]) and started_at >= ${from}::date - 2 and starts_with(mark, 'topic ')
    ),
    lines as materialized (
      select channel_id, session_id, ${call} from events where current group by channel_id, session_id)
    select json_build_object(
      'sums', (select json_agg(one) from (
        select json_build_object('current', current, ${sums}) as one from calls group by current) as each),
      'days', (select json_agg(one) from (
        select json_build_object('day', to_char(day, 'YYYY-MM-DD'),
          'incoming', count(*) filter (where incoming and not (missed and answered_at is null)),
          'outgoing', count(*) filter (where not incoming),
          'missed', count(*) filter (where missed and answered_at is null)) as one
        from calls where current group by day) as each),
      'hours', (select json_agg(json_build_object('weekday', weekday, 'hour', hour, 'calls', calls) order by weekday, hour)
        from (
          select extract(isodow from day)::int as weekday,
            extract(hour from started_at at time zone ${timeZone})::int as hour, count(*) as calls
          from calls where current group by 1, 2) as each),
      'channels', (select json_agg(one) from (
        select json_build_object('channelId', channel_id, ${sums}) as one from lines group by channel_id) as each),
      'channelDays', (select json_agg(one) from (
        select json_build_object('channelId', channel_id, 'day', to_char(day, 'YYYY-MM-DD'), 'calls', count(*)) as one
        from lines group by channel_id, day) as each),
      'topics', (select json_agg(json_build_object('topic', topic, 'calls', calls) order by calls desc, topic) from (
        select substr(mark, ${'topic '.length + 1}::int) as topic, count(distinct session_id) as calls
        from topics join events on events.channel_id = topics.channel_id and events.id = doc_id
        where current
        group by 1 order by 2 desc, 1 limit ${mostTopics}) as each),
      'rev', (select coalesce(max(rev), 0) from events)
    ) as counted`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('Counting gives one row');
  return found.counted;
}
