import { openingHoursLimits, openingHoursSettings } from '@sidetone/contract/entities/opening-hours.ts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../storage/database.ts';
import { holidayColumns } from './hours.ts';

/** So many are worked out in one go. */
const mostAtOnce = 100;

/**
 * Works out further public holidays for opening hours that know them for fewer than `openingHoursLimits.daysAhead` days from
 * `now`. What an administrator changes meanwhile stays as they left it.
 */
export async function keepHolidaysAhead({ db, log }: { db: Database; log: Logger }, now = new Date()): Promise<void> {
  const soon = new Date(now.getTime() + openingHoursLimits.daysAhead * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const due = await db
    .selectFrom('opening_hours')
    .select(['id', 'settings', 'revision'])
    .where('holidays_until', '<', sql<Date>`${soon}::date`)
    .orderBy('holidays_until')
    .limit(mostAtOnce)
    .execute();
  for (const { id, settings, revision } of due) {
    const read = openingHoursSettings.safeParse(settings);
    // Their place is unknown, and they keep the days that they have.
    if (!read.success) {
      log.warn({ hoursId: id }, 'opening hours: the settings cannot be read, and no public holidays are added');
      continue;
    }
    try {
      const columns = await holidayColumns(read.data.place, now.toISOString().slice(0, 10));
      await db
        .updateTable('opening_hours')
        .set(columns)
        .where('id', '=', id)
        .where('revision', '=', revision)
        .execute();
    } catch (error) {
      log.warn({ hoursId: id, err: error }, 'opening hours: the next public holidays could not be worked out');
    }
  }
}
