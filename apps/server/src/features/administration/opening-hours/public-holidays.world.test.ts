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
