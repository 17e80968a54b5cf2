import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { callOfEvents, callSums, eventColumns, eventsOfDay, serviceSums } from './call-sums.ts';
import { readPeriod } from './period.ts';

/** What the calls of one channel come to that began today and are over. */
export interface Today {
  readonly incoming: number;
  readonly answered: number;
  readonly missed: number;
  /** All waits of answered calls together, in milliseconds. */
  readonly waited: number;
  readonly inTime: number;
  readonly measured: number;
  /** How many of the answered ones each user took. */
  readonly takenBy: Readonly<Record<string, number>>;
  readonly rev: number;
}

/** Counts the calls of today as the statistics do; two statements. */
export async function readToday(
  db: Database,
  { accountId, channelId }: { readonly accountId: string; readonly channelId: string },
  serviceSeconds: number,
  now = new Date(),
): Promise<Today> {
  const { timeZone, to } = await readPeriod(db, accountId, 1, now);
  const service = sql`make_interval(secs => ${serviceSeconds})`;
  const { rows } = await sql<{ found: Today }>`
    with wanted as materialized (select ${channelId}::text as channel_id, ${to}::date as day),
    events as materialized (
      select event.* from wanted, lateral (select ${eventColumns}, owner ${eventsOfDay(timeZone)} offset 0) as event),
    calls as materialized (
      select ${callOfEvents}, max(terminated_at) as over_at,
        min(owner) filter (where incoming and established_at is not null) as taken_by
      from events group by session_id),
    sums as (
      select ${callSums}, ${serviceSums(service)} from calls where incoming)
    select json_build_object('incoming', incoming, 'answered', answered, 'missed', missed, 'waited', round(waited),
      'inTime', in_time, 'measured', measured, 'rev', (select coalesce(max(rev), 0) from events),
      'takenBy', (select coalesce(json_object_agg(taken_by, taken), '{}') from (
        select taken_by, count(*) as taken from calls where taken_by is not null group by taken_by) as each)) as found
    from sums`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('Counting gives one row');
  return row.found;
}
