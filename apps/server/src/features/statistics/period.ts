import type { StatisticsDays } from '@sidetone/contract/rules/statistics.ts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

/** A period by the clock of the account, and what it is compared with. */
export interface Period {
  readonly timeZone: string;
  /** Its first day and its last, `yyyy-MM-dd`. */
  readonly from: string;
  readonly to: string;
  /** The first day of what it is compared with, and the moment at which that ends. */
  readonly beforeFrom: string;
  readonly beforeUntil: Date;
  readonly now: Date;
}

/** The days up to `now`. In an account whose zone is not known, days are those of UTC, as in the inbox. */
export async function readPeriod(db: Database, accountId: string, days: StatisticsDays, now: Date): Promise<Period> {
  const { rows } = await sql<{ zone: string; from: string; to: string; before_from: string; before_until: Date }>`
    with account as materialized (select zone_of(${accountId}) as zone),
      clock as (select zone, ${now}::timestamptz at time zone zone as shows, ${days}::int as days from account)
    select zone, to_char(shows::date - days + 1, 'YYYY-MM-DD') as from, to_char(shows::date, 'YYYY-MM-DD') as to,
      to_char(shows::date - 2 * days + 1, 'YYYY-MM-DD') as before_from,
      (shows - make_interval(days => days)) at time zone zone as before_until
    from clock`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('A clock shows something');
  const { zone, from, to, before_from: beforeFrom, before_until: beforeUntil } = found;
  return { timeZone: zone, from, to, beforeFrom, beforeUntil, now };
}
