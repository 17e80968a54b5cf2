import type { ReportRhythm } from '@sidetone/contract/entities/alarm.ts';
import type { Locale } from '@sidetone/contract/entities/common.ts';
import { sql } from 'kysely';
import type { Jobs } from '../../../jobs/jobs.ts';
import type { Database } from '../../../storage/database.ts';
import { writeNotices } from '../write-notices.ts';
import { duePeriods, type ReportPeriod } from './due-periods.ts';
import type { CalledReport, CallTotals } from './report-totals.ts';

/** What the calls of an account came to that began on these days. */
export type ReadTotals = (db: Database, accountId: string, period: ReportPeriod) => Promise<CallTotals>;

interface ReportDeps {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly readTotals: ReadTotals;
}

interface Wanted {
  readonly accountId: string;
  readonly rhythm: Exclude<ReportRhythm, 'off'>;
  readonly emails: string[];
  readonly language: Locale;
  readonly day: string;
  readonly hour: number;
  readonly since: string;
}

/** Writes down the reports that are due at this moment, each once, by the clock of each company. */
export async function mailReports(
  { db, jobs, readTotals }: ReportDeps,
  now: Date,
  onTrouble: (error: unknown, accountId: string) => void,
): Promise<void> {
  const { rows } = await sql<Wanted>`
    select account_id as "accountId", rhythm, emails, language, to_char(shows, 'YYYY-MM-DD') as day,
      extract(hour from shows)::int as hour, to_char(since at time zone zone, 'YYYY-MM-DD') as since
    from (select wish.*, zone, ${now}::timestamptz at time zone zone as shows
      from report_settings wish cross join lateral (select zone_of(wish.account_id) as zone) as clock
      where account_id in (select id from accounts where suspended_at is null)) as wanted
    where rhythm <> 'off' and cardinality(emails) > 0 order by account_id`.execute(db);
  for (const wanted of rows) {
    const { accountId, rhythm, day, hour, since } = wanted;
    for (const period of duePeriods(rhythm, { day, hour }, since).toReversed())
      await mailOne({ db, jobs, readTotals }, wanted, period).catch((error: unknown) => onTrouble(error, accountId));
  }
}

async function mailOne({ db, jobs, readTotals }: ReportDeps, wanted: Wanted, period: ReportPeriod): Promise<void> {
  const { accountId, rhythm, emails, language } = wanted;
  const once = `report ${rhythm} ${period.from}`;
  if (await isWritten(db, accountId, once)) return;
  const about: CalledReport = { rhythm, ...period, ...(await readTotals(db, accountId, period)) };
  const isWrittenNow = await db
    .transaction()
    .execute((trx) =>
      writeNotices(trx, jobs, { accountId, kind: 'report', once, about, language, emails, webhook: false }),
    );
  if (!isWrittenNow) throw new Error(`The ${once} waits: the notices of this hour are used up`);
}

async function isWritten(db: Database, accountId: string, once: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from notices where account_id = ${accountId} and starts_with(once, ${`${once} `})) as there`.execute(
    db,
  );
  return rows[0]?.there ?? false;
}
