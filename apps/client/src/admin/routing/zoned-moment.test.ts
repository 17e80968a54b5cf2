import { expect, test } from 'vitest';
import { zonedLocal, zonedMoment } from './zoned-moment.ts';

test.each([
  ['2026-11-28T09:00', 'Europe/Berlin', '2026-11-28T08:00:00.000Z'],
  ['2026-07-01T09:00', 'Europe/Berlin', '2026-07-01T07:00:00.000Z'],
  ['2026-07-01T23:30', 'America/New_York', '2026-07-02T03:30:00.000Z'],
  ['2026-01-01T00:15', 'Asia/Kolkata', '2025-12-31T18:45:00.000Z'],
])('%s on a clock in %s is %s', (local, zone, moment) => {
  expect(zonedMoment(local, zone)).toBe(moment);
  expect(zonedLocal(moment, zone)).toBe(local);
});

test('an hour that comes twice is the first of the two, and a skipped one comes after the skip', () => {
  expect(zonedMoment('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
  expect(zonedMoment('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
});
