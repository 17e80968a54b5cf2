import { channelRouting } from '@sidetone/contract/entities/channel-routing.ts';
import { newOpeningHours, openingHoursChange, openingHoursLimits } from '@sidetone/contract/entities/opening-hours.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { directory } from '../../../exchange-memory/directory.ts';
import { openingAt } from '../../../pbx/routing/opening.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';
import { keepHolidaysAhead } from './keep-holidays.ts';
import { holidaysFrom, holidaysToKeep } from './public-holidays.ts';

let world: TwoCompanies;
beforeAll(async () => {
  world = await twoCompanies();
});
afterAll(async () => await world.api.stop());

const bavaria = { country: 'DE', state: 'BY' };
const add = (given: object, who?: { token: string }) =>
  world.ask(routes.createOpeningHours, { body: newOpeningHours.parse({ name: 'Office', ...given }) }, who);
const added = async (given: object = {}) => (await add(given)).body.id;
const change = (hoursId: string, given: object = {}) =>
  world.ask(routes.changeOpeningHours, {
    params: { hoursId },
    body: openingHoursChange.parse({ name: 'Office', ...given }),
  });
const remove = (hoursId: string) => world.ask(routes.deleteOpeningHours, { params: { hoursId } });
const newChannel = async (name: string, routing: object) =>
  (await world.ask(routes.createChannel, { body: { name, routing: channelRouting.parse(routing) } })).body.channelId;
/** Whether calls find the channel open, at noon of this day in Berlin. */
const openOn = async (channelId: string, day: string) => {
  const channel = await directory(world.api.db).channelById(channelId);
  return openingAt(channelRouting.parse(channel?.routing), new Date(`${day}T11:00:00Z`), 'Europe/Berlin');
};
const stepsOn = async (channelId: string, day: string, routing?: object) => {
  const at = `${day}T11:00:00Z`;
  const tried = routing === undefined ? {} : { routing: channelRouting.parse(routing) };
  return (await world.ask(routes.tryRouting, { body: { to: { channelId }, at, ...tried } })).body.steps;
};
/** Public holidays of the rest of this year and the two years after it, as the row keeps them. */
const keptOf = async (hoursId: string) =>
  await world.api.db
    .selectFrom('opening_hours')
    .select(['public_holidays', 'revision'])
    .where('id', '=', hoursId)
    .executeTakeFirstOrThrow();

describe('public holidays', () => {
  test('of a German state are whole days for twelve months, in both languages', async () => {
    const { days, states } = await holidaysFrom({ country: 'DE', state: 'BY', region: null }, '2026-05-01');
    expect(days.map(({ from, names }) => [from, names.de])).toEqual([
      ['2026-05-01', 'Maifeiertag'],
      ['2026-05-14', 'Christi Himmelfahrt'],
      ['2026-05-25', 'Pfingstmontag'],
      ['2026-06-04', 'Fronleichnam'],
      ['2026-10-03', 'Tag der Deutschen Einheit'],
      ['2026-11-01', 'Allerheiligen'],
      ['2026-12-25', '1. Weihnachtstag'],
      ['2026-12-26', '2. Weihnachtstag'],
      ['2027-01-01', 'Neujahr'],
      ['2027-01-06', 'Heilige Drei Könige'],
      ['2027-03-26', 'Karfreitag'],
      ['2027-03-29', 'Ostermontag'],
    ]);
    expect(days[3]).toEqual({
      rule: 'easter 60',
      from: '2026-06-04',
      until: '2026-06-04',
      names: { de: 'Fronleichnam', en: 'Corpus Christi' },
    });
    expect(states).toContainEqual({ id: 'BE', name: 'Berlin' });
  });

  test('differ by state, region and country', async () => {
    const datesOf = async (country: string, state: string | null, region: string | null = null) =>
      (await holidaysFrom({ country, state, region }, '2026-01-01')).days.map(({ from }) => from);
    const berlin = await datesOf('DE', 'BE');
    expect(berlin).toContain('2026-03-08');
    expect(berlin).not.toContain('2026-06-04');
    expect(await datesOf('DE', 'BY')).not.toContain('2026-08-08');
    expect(await datesOf('DE', 'BY', 'A')).toContain('2026-08-08');
    expect(await datesOf('AT', null)).toContain('2026-10-26');
    expect(await datesOf('CH', 'ZH')).toContain('2026-08-01');
    expect(await datesOf('US', null)).toContain('2026-11-26');
    // Days off in lieu of a Saturday.
    expect(await datesOf('GB', 'ENG')).toContain('2026-12-28');
  });

  test('of a place that nobody knows are none, and no opening hours name it', async () => {
    expect(await holidaysToKeep({ country: 'ZZ', state: null, region: null }, '2026-01-01')).toBeNull();
    expect(await holidaysToKeep({ country: 'DE', state: 'XX', region: null }, '2026-01-01')).toBeNull();
    const shown = await world.ask(routes.publicHolidays, { query: { country: 'ZZ' } });
    expect([shown.status, shown.body]).toEqual([200, { states: [], regions: [], days: [] }]);
    expect(await add({ place: { country: 'DE', state: 'XX' } })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', issues: [{ path: 'place', message: 'unknownPlace' }] },
    });
  });

  test('are worked out further each year, and what an administrator changed stays', async () => {
    const hoursId = await added({ place: bavaria });
    const { db } = world.api;
    const untouched = await keptOf(hoursId);
    await keepHolidaysAhead({ db, log: pino({ level: 'silent' }) });
    expect(await keptOf(hoursId)).toEqual(untouched);
    const year = new Date().getUTCFullYear();
    await keepHolidaysAhead({ db, log: pino({ level: 'silent' }) }, new Date(`${year + 2}-06-01T00:00:00Z`));
    const kept = JSON.stringify((await keptOf(hoursId)).public_holidays);
    expect(kept).toContain(`${year + 4}-12-25`);
    expect((await keptOf(hoursId)).revision).toBe(0);
    await remove(hoursId);
  });

  test('stay as they are while nobody can read the settings', async () => {
    const hoursId = await added({ place: bavaria });
    const { db } = world.api;
    const { public_holidays: before } = await keptOf(hoursId);
    const settings = JSON.stringify({ place: bavaria, hours: 'of a newer version' });
    await db.updateTable('opening_hours').set({ settings }).where('id', '=', hoursId).execute();
    await keepHolidaysAhead({ db, log: pino({ level: 'silent' }) }, new Date('2090-06-01T00:00:00Z'));
    expect((await keptOf(hoursId)).public_holidays).toEqual(before);
    expect(before).not.toEqual([]);
    await remove(hoursId);
  });
});

describe('opening hours', () => {
  const office = { hours: { wednesday: [{ from: '09:00', until: '17:00' }] } };

  test('close every channel that follows them on the days of their place, and one change counts for all', async () => {
    const year = new Date().getUTCFullYear() + 1;
    // New Year's Day is one everywhere; noon of the day after is compared with.
    const [holiday, after] = [`${year}-01-01`, `${year}-01-02`];
    const hoursId = await added({ place: bavaria });
    const [one, two] = [await newChannel('One', { hoursId }), await newChannel('Two', { hoursId })];
    for (const channelId of [one, two]) {
      expect(await openOn(channelId, holiday)).toMatchObject({ open: false, holiday: "New Year's Day" });
      expect(await openOn(channelId, after)).toEqual({ open: true });
    }
    expect((await change(hoursId, { place: bavaria, leftOut: ['01-01'] })).status).toBe(200);
    for (const channelId of [one, two]) expect(await openOn(channelId, holiday)).toEqual({ open: true });
    const shut = { from: after, until: after, name: 'Stocktaking' };
    expect((await change(hoursId, { holidays: [shut] })).status).toBe(200);
    for (const channelId of [one, two]) {
      expect(await openOn(channelId, holiday)).toEqual({ open: true });
      expect(await openOn(channelId, after)).toMatchObject({ open: false, holiday: 'Stocktaking' });
    }
  });

  test('count in place of the week of a channel, beside its own holidays', async () => {
    const hoursId = await added(office);
    const own = { from: '2026-07-08', until: '2026-07-08', name: 'Own day' };
    const channelId = await newChannel('Own', {
      hoursId,
      hours: { thursday: [{ from: '09:00', until: '17:00' }] },
      holidays: [own],
    });
    expect(await openOn(channelId, '2026-07-01')).toEqual({ open: true });
    expect(await openOn(channelId, '2026-07-02')).toMatchObject({ open: false, holiday: null });
    expect(await openOn(channelId, '2026-07-08')).toMatchObject({ open: false, holiday: 'Own day' });
  });

  test('are named by the dry run in the language of the asker, for settings that are not saved too', async () => {
    const day = `${new Date().getUTCFullYear() + 1}-01-01`;
    const hoursId = await added({ place: bavaria });
    const channelId = await newChannel('Dry', {});
    expect(await stepsOn(channelId, day)).not.toContainEqual(expect.objectContaining({ kind: 'closed' }));
    const closed = (holiday: string) => ({ kind: 'closed', afterSeconds: 0, holiday, byHand: false });
    const speak = (locale: 'de' | 'en') =>
      world.api.db.updateTable('users').set({ locale }).where('id', '=', world.admin.userId).execute();
    await speak('en');
    expect(await stepsOn(channelId, day, { hoursId })).toContainEqual(closed("New Year's Day"));
    await speak('de');
    expect(await stepsOn(channelId, day, { hoursId })).toContainEqual(closed('Neujahr'));
    const saved = { params: { channelId }, body: channelRouting.parse({ hoursId }) };
    expect((await world.ask(routes.setChannelRouting, saved)).status).toBe(200);
    expect(await stepsOn(channelId, day)).toContainEqual(closed('Neujahr'));
  });

  test('are changed only from their newest revision, with lines in the audit log', async () => {
    const hoursId = await added(office);
    expect((await change(hoursId, { revision: 0 })).status).toBe(200);
    expect((await change(hoursId, { ...office, revision: 0 })).status).toBe(409);
    expect((await change(hoursId, { revision: 1 })).status).toBe(200);
    expect((await remove(hoursId)).status).toBe(200);
    expect((await remove(hoursId)).status).toBe(404);
    expect((await change(hoursId)).status).toBe(404);
    const lines = (await world.audited()).filter(({ target }) => target === hoursId);
    expect(lines.map(({ action }) => action)).toEqual([
      'openingHours.created',
      'openingHours.changed',
      'openingHours.removed',
    ]);
  });

  test('stay while a channel follows them, and no channel follows those of another company', async () => {
    const hoursId = await added();
    const channelId = await newChannel('Following', { hoursId });
    expect(await remove(hoursId)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', issues: [{ path: 'hoursId', message: 'followed' }] },
    });
    const routing = (given: object) =>
      world.ask(routes.setChannelRouting, { params: { channelId }, body: channelRouting.parse(given) });
    const foreign = (await add({ holidays: [] }, world.stranger)).body.id;
    expect(await routing({ hoursId: foreign })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', issues: [{ path: 'hoursId', message: 'gone' }] },
    });
    // As if it had been written past that check.
    const { db } = world.api;
    await db
      .updateTable('opening_hours')
      .set({ settings: JSON.stringify({ hours: {} }) })
      .where('id', '=', foreign)
      .execute();
    await db
      .updateTable('channels')
      .set({ routing: JSON.stringify({ hoursId: foreign }) })
      .where('id', '=', channelId)
      .execute();
    expect(await openOn(channelId, '2026-07-01')).toEqual({ open: true });
    expect((await routing({})).status).toBe(200);
    expect((await remove(hoursId)).status).toBe(200);
  });

  test('are limited in number', async () => {
    const sets = Array.from({ length: openingHoursLimits.sets }, (_, at) => ({
      id: `full${at}`,
      account_id: world.stranger.accountId,
      name: `Set ${at}`,
      settings: '{}',
    }));
    await world.api.db.deleteFrom('opening_hours').where('account_id', '=', world.stranger.accountId).execute();
    await world.api.db.insertInto('opening_hours').values(sets).execute();
    expect(await add({}, world.stranger)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', issues: [{ path: 'name', message: 'tooMany' }] },
    });
    expect((await add({})).status).toBe(200);
  });
});
