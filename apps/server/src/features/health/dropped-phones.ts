import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { type Found, found } from './finding.ts';

/** Fewer lost phones than this are somebody's who went home. */
const fewest = 2;

/**
 * Whether half of the desk phones that were registered on this day are gone. What is seen is kept, so that a restart forgets none,
 * and midnight ends no alarm that phones are missing; phones that were removed are not missed. Nothing is kept, and no phone missed,
 * as long as nobody has chosen what happens with alarms.
 */
export async function droppedPhones(db: Database, accountId: string): Promise<Found[]> {
  const { rows } = await sql<{ seen: number; there: number }>`
    with phones as (
      select count(*)::int as owned, count(*) filter (where exists (
        select from registrations where endpoint_id = endpoints.id and expires_at > now() and not suspect))::int as there
      from endpoints where account_id = ${accountId} and kind = 'phone'),
    today as (select (now() at time zone zone_of(${accountId}))::date as day),
    missed as (
      select exists (select from alarms
        where account_id = ${accountId} and code = 'phonesDropped' and ended_at is null) as already),
    noted as (
      insert into phones_seen as kept (account_id, most, day)
      select account_id, there, day from alarm_settings, phones, today where account_id = ${accountId}
      on conflict (account_id) do update set most = excluded.most, day = excluded.day
        where kept.most < excluded.most or (kept.day <> excluded.day and not (select already from missed))
      returning most)
    select there, least(owned, coalesce((select most from noted), kept.most, 0)) as seen
    from phones left join phones_seen as kept on kept.account_id = ${accountId}`.execute(db);
  const { seen = 0, there = 0 } = rows[0] ?? {};
  const lost = seen - there;
  return lost >= fewest && lost * 2 >= seen ? [found('phonesDropped', { count: lost })] : [];
}
