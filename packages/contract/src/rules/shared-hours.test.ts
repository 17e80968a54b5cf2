import { expect, test } from 'vitest';
import { channelRouting } from '../entities/channel-routing.ts';
import { openingHoursSettings } from '../entities/opening-hours.ts';
import { followHours, readSharedHours } from './shared-hours.ts';

const corpusChristi = {
  rule: 'easter 60',
  from: '2026-06-04',
  until: '2026-06-04',
  names: { de: 'Fronleichnam', en: 'Corpus Christi' },
};
const unity = {
  rule: '10-03',
  from: '2026-10-03',
  until: '2026-10-03',
  names: { de: 'Tag der Deutschen Einheit', en: 'German Unity Day' },
};
const publicHolidays = [corpusChristi, unity];
const outing = { from: '2026-10-03', until: '2026-10-04', name: 'Outing' };
const mondays = { monday: [{ from: '09:00', until: '17:00' }] };
const settings = (given: object) => openingHoursSettings.parse({ hours: mondays, holidays: [outing], ...given });
const namesOf = (given: object, language: 'de' | 'en') =>
  readSharedHours({ settings: settings(given), publicHolidays }, language)?.holidays.map(({ name }) => name);

test('public holidays come after own ones, in the language that is asked for', () => {
  const place = { country: 'DE', state: 'BY' };
  expect(namesOf({ place }, 'de')).toEqual(['Outing', 'Fronleichnam', 'Tag der Deutschen Einheit']);
  expect(namesOf({ place }, 'en')).toEqual(['Outing', 'Corpus Christi', 'German Unity Day']);
});

test('those that are left out, and those of a place that is no longer named, are days like others', () => {
  expect(namesOf({ place: { country: 'DE' }, leftOut: ['easter 60'] }, 'en')).toEqual(['Outing', 'German Unity Day']);
  expect(namesOf({}, 'en')).toEqual(['Outing']);
});

test('what nobody can read is not followed, and holidays that nobody can read are none', () => {
  expect(readSharedHours({ settings: { hours: 'always' }, publicHolidays }, 'en')).toBeNull();
  const kept = { settings: settings({ place: { country: 'DE' } }), publicHolidays: [{ from: 'soon' }] };
  expect(readSharedHours(kept, 'en')?.holidays.map(({ name }) => name)).toEqual(['Outing']);
});

test('a channel follows the week in place of its own, and keeps its own holidays with their destinations', () => {
  const own = { from: '2026-12-24', until: '2026-12-24', name: 'Eve', destination: { kind: 'none' } };
  const routing = channelRouting.parse({
    hours: null,
    holidays: [own],
    closed: { kind: 'channel', channelId: 'night' },
  });
  const shared = readSharedHours({ settings: settings({}), publicHolidays }, 'en');
  const followed = followHours(routing, shared);
  expect(followed.hours?.monday).toEqual(mondays.monday);
  expect(followed.hours?.tuesday).toEqual([]);
  expect(followed.holidays.map(({ name }) => name)).toEqual(['Eve', 'Outing']);
  expect(followed.closed).toEqual(routing.closed);
  expect(followHours(routing, null)).toBe(routing);
});
