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

/** `invalid_parameter_value`: PostgreSQL does not know the zone. */
const unknownZone = '22023';

/** The days up to `now`. In an account whose zone is not known, days are those of UTC, as in the inbox. */
export async function readPeriod(db: Database, accountId: string, days: StatisticsDays, now: Date): Promise<Period> {
  const account = await db
    .selectFrom('accounts')
    .select('time_zone')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  try {
    return await periodIn(db, account.time_zone, days, now);
  } catch (error) {
    if ((error as { code?: unknown }).code !== unknownZone) throw error;
    return await periodIn(db, 'UTC', days, now);
  }
}

async function periodIn(db: Database, timeZone: string, days: StatisticsDays, now: Date): Promise<Period> {
  const { rows } = await sql<{ from: string; to: string; before_from: string; before_until: Date }>`
    with clock as (select ${now}::timestamptz at time zone ${timeZone} as shows, ${days}::int as days)
    select to_char(shows::date - days + 1, 'YYYY-MM-DD') as from, to_char(shows::date, 'YYYY-MM-DD') as to,
      to_char(shows::date - 2 * days + 1, 'YYYY-MM-DD') as before_from,
      (shows - make_interval(days => days)) at time zone ${timeZone} as before_until
    from clock`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('A clock shows something');
  const { from, to, before_from: beforeFrom, before_until: beforeUntil } = found;
  return { timeZone, from, to, beforeFrom, beforeUntil, now };
}
