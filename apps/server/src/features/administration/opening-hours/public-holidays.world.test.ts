import Holidays from 'date-holidays';
import { expect, test } from 'vitest';
import { holidaysFrom } from './public-holidays.ts';

test('of every country are known, and fit what opening hours keep', async () => {
  const countries = Object.keys(new Holidays().getCountries());
  expect(countries.length).toBeGreaterThan(200);
  const withDays: string[] = [];
  for (const country of countries) {
    const { days } = await holidaysFrom({ country, state: null, region: null }, '2026-05-01');
    if (days.length > 0) withDays.push(country);
  }
  expect(withDays).toContain('TW');
}, 120_000);

let year = 2030;
test('are refused where more than twenty places wait, and later not', async () => {
  // A second try asks for what is not known yet.
  year += 10;
  const places = Array.from({ length: 25 }, (_, at) => `Z${String.fromCharCode(65 + at)}`);
  const ask = (country: string) => holidaysFrom({ country, state: null, region: null }, `${year}-05-01`);
  const answers = await Promise.allSettled(places.map(ask));
  const refused = answers.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(5);
  expect(refused[0]).toMatchObject({ reason: { code: 'UNAVAILABLE' } });
  expect(await ask('ZY')).toMatchObject({ days: [] });
}, 60_000);
