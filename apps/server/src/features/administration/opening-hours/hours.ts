import { isDeepStrictEqual } from 'node:util';
import {
  type HolidayPlace,
  type NewOpeningHours,
  type OpeningHoursChange,
  type OpeningHoursProblem,
  openingHoursLimits,
  openingHoursSettings,
} from '@sidetone/contract/entities/opening-hours.ts';
import { type SqlBool, sql } from 'kysely';
import { newId } from '../../../requests/ids.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { jsonText } from '../../../storage/json-text.ts';
import { type Administrator, administer, differences } from '../administer.ts';
import { openingHoursOf } from './hours-row.ts';
import { holidaysToKeep } from './public-holidays.ts';

/**
 * Creates opening hours that channels can follow. Throws `Refusal` CONFLICT where there are too many, VALIDATION_FAILED for a
 * place that nobody knows, UNAVAILABLE where its holidays cannot be worked out.
 */
export async function addHours(db: Database, by: Administrator, { name, ...rest }: NewOpeningHours): Promise<string> {
  const settings = openingHoursSettings.parse(rest);
  const { accountId } = by;
  const columns = await holidayColumns(settings.place, await todayIn(db, accountId));
  return await administer(db, by, async (trx, note) => {
    if ((await openingHoursOf(trx, accountId)).length >= openingHoursLimits.sets)
      throw refused('There are as many opening hours as there may be.', 'name', 'tooMany');
    const id = newId('h');
    await trx
      .insertInto('opening_hours')
      .values({ id, account_id: accountId, name, settings: jsonText(settings), ...columns })
      .execute();
    await note('openingHours.created', id, { name });
    return id;
  });
}

/**
 * Changes opening hours, from the next caller on, for all channels that follow them. Throws `Refusal` NOT_FOUND, CONFLICT where
 * they changed since the `revision`, and for places as `addHours` does.
 */
export async function changeHours(
  db: Database,
  by: Administrator,
  hoursId: string,
  { revision, name, ...rest }: OpeningHoursChange,
): Promise<void> {
  const settings = openingHoursSettings.parse(rest);
  const { accountId } = by;
  const found = async (trx: Parameters<typeof openingHoursOf>[0]) => {
    const before = (await openingHoursOf(trx, accountId)).find(({ id }) => id === hoursId);
    if (!before) throw notFound('opening hours');
    return before;
  };
  const seen = await found(db);
  // Looked up before the transaction, and only for another place: a change of the week must not wait for a calendar.
  const isPlaceKept = isDeepStrictEqual(seen.settings.place, settings.place);
  const columns = isPlaceKept ? {} : await holidayColumns(settings.place, await todayIn(db, accountId));
  await administer(db, by, async (trx, note) => {
    const before = await found(trx);
    if ((revision ?? seen.revision) !== before.revision)
      throw new Refusal('CONFLICT', 'The opening hours have changed since.');
    const changed = differences({ name: before.name, ...before.settings }, { name, ...settings });
    if (Object.keys(changed).length === 0) return;
    await trx
      .updateTable('opening_hours')
      .set({ name, settings: jsonText(settings), ...columns, revision: before.revision + 1 })
      .where('id', '=', hoursId)
      .execute();
    await note('openingHours.changed', hoursId, changed);
  });
}

/** Deletes opening hours. Throws `Refusal` NOT_FOUND, CONFLICT where a channel follows them. */
export const removeHours = (db: Database, by: Administrator, hoursId: string): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const { accountId } = by;
    const hours = (await openingHoursOf(trx, accountId)).find(({ id }) => id === hoursId);
    if (!hours) throw notFound('opening hours');
    const follower = await trx
      .selectFrom('channels')
      .select('id')
      .where('account_id', '=', accountId)
      .where(sql<SqlBool>`routing ->> 'hoursId' = ${hoursId}`)
      .limit(1)
      .executeTakeFirst();
    if (follower) throw refused('A channel follows these opening hours.', 'hoursId', 'followed');
    await trx.deleteFrom('opening_hours').where('id', '=', hoursId).execute();
    await note('openingHours.removed', hoursId, { name: hours.name });
  });

const refused = (words: string, path: string, message: OpeningHoursProblem): Refusal =>
  new Refusal('CONFLICT', words, { issues: [{ path, message }] });

/** This day by the clock on the wall of the account, `2026-11-29`. */
export async function todayIn(db: Database, accountId: string): Promise<string> {
  const { today } = await db
    .selectFrom('accounts')
    .select(sql<string>`to_char(now() at time zone time_zone, 'YYYY-MM-DD')`.as('today'))
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return today;
}

/** The public holidays of a place as the row of opening hours keeps them. */
export async function holidayColumns(place: HolidayPlace | null, today: string) {
  if (place === null) return { public_holidays: jsonText([]), holidays_until: null };
  const kept = await holidaysToKeep(place, today);
  if (kept === null) {
    const issues = [{ path: 'place', message: 'unknownPlace' }];
    throw new Refusal('VALIDATION_FAILED', 'There is no such country, state or region.', { issues });
  }
  return { public_holidays: jsonText(kept.days), holidays_until: kept.until };
}
