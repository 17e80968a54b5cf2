import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { Writer } from '../../storage/writer.ts';
import { callOfOneEvent, callSums, eventColumns, eventsOfDay, isTopic, topicOfMark } from './call-sums.ts';
import type { Period } from './period.ts';

/** Days that nobody asks for any more: of the longest period, and of what it is compared with, are fewer. */
const keptDays = 64;
/** Days are kept beside what else is written, and rather not at all than in its way. */
const lockTimeout = '200ms';
const inTheWay: readonly unknown[] = ['55P03', '40P01', '23503'];

const hours = sql.join(Array.from({ length: 24 }, (_, hour) => sql`count(*) filter (where hour = ${sql.lit(hour)})`));

/**
 * Counts the calls of the days of a period that are over, for each channel of the account once. A day is kept until an
 * event of it changes: `forget_call_days` of migration 0102. Days that cannot be kept now are counted whenever they are
 * asked for.
 */
export async function keepDays(
  db: Database,
  accountId: string,
  channelIds: readonly string[],
  period: Period,
): Promise<void> {
  if (!(await isAnyMissing(db, channelIds, period))) return;
  try {
    await db.transaction().execute(async (trx) => {
      await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(trx);
      const { rows } = await sql<{ taken: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('call_days'), hashtext(${accountId})) as taken`.execute(trx);
      if (!rows[0]?.taken) return;
      await keep(trx, accountId, channelIds, period);
      await sql`delete from call_days where account_id = ${accountId} and day < ${period.to}::date - ${keptDays}::int`.execute(
        trx,
      );
    });
  } catch (error) {
    if (!inTheWay.includes((error as { code?: unknown }).code)) throw error;
  }
}

/** The days of each channel that can be kept and are not: younger ones are still written to. */
const missing = (channelIds: readonly string[], { beforeFrom, to, timeZone }: Period) => sql`
  select channel.id as channel_id, midnight::date as day
  from unnest(${channelIds}::text[]) as channel (id), generate_series(${beforeFrom}::date::timestamp,
    least(${to}::date - 1, (now() at time zone 'UTC')::date - 3)::timestamp, interval '1 day') as midnight
  where not exists (
    select from call_days
    where call_days.channel_id = channel.id and call_days.day = midnight::date and call_days.time_zone = ${timeZone})`;

async function isAnyMissing(db: Database, channelIds: readonly string[], period: Period): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`select exists (${missing(channelIds, period)}) as any`.execute(db);
  return rows[0]?.any ?? false;
}

const keep = (trx: Writer, accountId: string, channelIds: readonly string[], period: Period) =>
  sql`
  with wanted as materialized (${missing(channelIds, period)}),
    events as materialized (
      select event.* from wanted, lateral (select ${eventColumns} ${eventsOfDay(period.timeZone)} offset 0) as event),
    judged as materialized (
      select events.*, exists (
        select from inbox_events as other
        where other.account_id = events.account_id and other.session_id = events.session_id
          and (other.channel_id, other.id) <> (events.channel_id, events.id)) as is_one_of_several
      from events),
    calls as (
      select channel_id, extract(hour from started_at at time zone ${period.timeZone})::int as hour, ${callOfOneEvent}
      from judged where not is_one_of_several),
    sums as (select channel_id, day, ${callSums}, array[${hours}]::int[] as hours from calls group by channel_id, day),
    topics as (
      select channel_id, day, jsonb_object_agg(topic, calls) as topics
      from (
        select channel_id, day, ${topicOfMark} as topic, count(*) as calls
        from judged join call_words using (channel_id, started_at), unnest(marks) as mark
        where doc_id = judged.id and not is_one_of_several and ${isTopic}
        group by 1, 2, 3) as each
      group by channel_id, day),
    others as (
      select channel_id, day, coalesce(array_agg(id order by id) filter (where is_one_of_several), '{}') as ids,
        max(rev) as rev
      from judged group by channel_id, day)
  insert into call_days (channel_id, day, account_id, time_zone, calls, incoming, answered, missed, established, waited,
    talked, hours, others, topics, newest_rev)
  select channel_id, day, ${accountId}, ${period.timeZone}, coalesce(calls, 0), coalesce(incoming, 0),
    coalesce(answered, 0), coalesce(missed, 0), coalesce(established, 0), coalesce(waited, 0), coalesce(talked, 0),
    coalesce(hours, array_fill(0, array[24])), coalesce(ids, '{}'), coalesce(topics, '{}'), coalesce(rev, 0)
  from wanted left join sums using (channel_id, day) left join topics using (channel_id, day)
    left join others using (channel_id, day)
  on conflict (channel_id, day) do update set time_zone = excluded.time_zone, calls = excluded.calls,
    incoming = excluded.incoming, answered = excluded.answered, missed = excluded.missed,
    established = excluded.established, waited = excluded.waited, talked = excluded.talked, hours = excluded.hours,
    others = excluded.others, topics = excluded.topics, newest_rev = excluded.newest_rev`.execute(trx);
