import { type RawBuilder, sql } from 'kysely';
import { isMissedCall } from '../../storage/missed-call.ts';

/** What is read of an event to count it. */
export const eventColumns = sql`channel_id, id, session_id, account_id, day, started_at, established_at, terminated_at, rev,
  direction = 'INCOMING' as incoming, ${isMissedCall} as missed`;

const ms = (from: string, to: string) => sql.raw(`coalesce(sum(date_part('epoch', ${to} - ${from}) * 1000), 0)`);

/**
 * Sums of calls that have `incoming`, `missed`, `rang_at`, `answered_at`, `established_at` and `ended_at`. Missed is what
 * `isMissed` of the contract says, as far as nobody answered.
 */
export const callSums = sql`
  count(*) as calls, count(*) filter (where incoming) as incoming, count(answered_at) as answered,
  count(*) filter (where missed and answered_at is null) as missed, count(established_at) as established,
  ${ms('rang_at', 'answered_at')} as waited, ${ms('established_at', 'ended_at')} as talked`;

/**
 * How many calls were answered within the service level, and of how many, for calls that have `rang_at`, `answered_at`, `missed`
 * and `over_at`. Callers who give up sooner are not counted.
 */
export const serviceSums = (service: RawBuilder<unknown>) => sql`
  count(*) filter (where answered_at - rang_at <= ${service}) as in_time,
  count(*) filter (where answered_at is not null or (missed and over_at - rang_at >= ${service})) as measured`;

/** A call that has one event, in these words. */
export const callOfOneEvent = sql`
  day, started_at, incoming, missed, case when incoming then started_at end as rang_at,
  case when incoming then established_at end as answered_at, established_at,
  case when established_at is not null then terminated_at end as ended_at`;

/** A call of several events, in one channel or in several. */
export const callOfEvents = sql`
  min(day) as day, min(started_at) as started_at, bool_or(incoming) as incoming, bool_or(missed) as missed,
  min(started_at) filter (where incoming) as rang_at, min(established_at) filter (where incoming) as answered_at,
  min(established_at) as established_at, max(terminated_at) filter (where established_at is not null) as ended_at`;

/** When a call of the day of a row `wanted` begins. Midnight may come twice or never where a clock changes: hence the hours. */
export const startsOnDay = (timeZone: string) => sql`
  started_at >= (wanted.day::timestamp - interval '3 hours') at time zone ${timeZone}
    and started_at < (wanted.day::timestamp + interval '27 hours') at time zone ${timeZone}`;

/**
 * The ended events of a row `wanted (channel_id, day)`. To be closed by `offset 0` in a lateral join, so that they are found by
 * when they began and not by a reading of the table.
 */
export const eventsOfDay = (timeZone: string) => sql`
  from inbox_events
  where inbox_events.channel_id = wanted.channel_id and inbox_events.day = wanted.day and terminated_at is not null
    and ${startsOnDay(timeZone)}`;

/** Of the marks by which a call is found (`marks_of_call`) those that are topics, and the topic of one. */
export const isTopic = sql`starts_with(mark, 'topic ')`;
export const topicOfMark = sql.raw(`substr(mark, ${'topic '.length + 1})`);
/** Whether one of the marks may be a topic, which is cheaper to find out than which one. */
export const mayHaveTopic = sql`marks::text like '%topic %'`;
