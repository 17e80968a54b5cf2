import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { type Found, found } from './finding.ts';

/** Fewer lost phones than this are somebody's who went home. */
const fewest = 2;

/**
 * Whether half of the desk phones that were registered on this day are gone. What is seen is kept in the settings of alarms, so
 * that a restart forgets none; a company without them has none that is asked.
 */
export async function droppedPhones(db: Database, accountId: string): Promise<Found[]> {
  const { rows } = await sql<{ seen: number; there: number }>`
    with now_there as (
      select count(distinct endpoints.id)::int as there from endpoints join registrations on endpoint_id = endpoints.id
      where endpoints.account_id = ${accountId} and endpoints.kind = 'phone' and expires_at > now() and not suspect),
    today as (select (now() at time zone zone_of(${accountId}))::date as day),
    noted as (
      update alarm_settings set phones_seen = there, phones_seen_on = day from now_there, today
      where account_id = ${accountId}
        and (phones_seen_on is distinct from day or phones_seen < there)
      returning phones_seen)
    select there, coalesce((select phones_seen from noted), settings.phones_seen) as seen
    from alarm_settings settings, now_there where settings.account_id = ${accountId}`.execute(db);
  const { seen = 0, there = 0 } = rows[0] ?? {};
  const lost = seen - there;
  return lost >= fewest && lost * 2 >= seen ? [found('phonesDropped', { count: lost })] : [];
}
