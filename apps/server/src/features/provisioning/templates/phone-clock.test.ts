import { expect, test } from 'vitest';
import { phoneClock, signedClock } from './phone-clock.ts';

test.each([
  ['Europe/Berlin', 60, [3, 5, 2], [10, 5, 3]],
  ['Europe/London', 0, [3, 5, 1], [10, 5, 2]],
  ['Europe/Helsinki', 120, [3, 5, 3], [10, 5, 4]],
  ['America/New_York', -300, [3, 2, 2], [11, 1, 2]],
])('%s is %d minutes ahead, and has summer time', (timeZone, offset, begins, ends) => {
  const { summer, ...clock } = phoneClock(timeZone, 2026);
  expect(clock).toEqual({ offset, timeZone });
  const change = (one?: { month: number; sunday: number; hour: number }) => one && [one.month, one.sunday, one.hour];
  expect([change(summer?.begins), change(summer?.ends)]).toEqual([begins, ends]);
});

test.each([
  ['Asia/Kolkata', 330],
  ['Europe/Istanbul', 180],
  ['UTC', 0],
  // Its summer is in January, by a rule of its own.
  ['Australia/Sydney', 600],
])('%s has no summer time that phones are told of', (timeZone, offset) => {
  expect(phoneClock(timeZone, 2026)).toEqual({ offset, summer: null, timeZone });
});

test('a clock is written with its sign', () => {
  expect([60, -300, 330, 0].map(signedClock)).toEqual(['+01:00', '-05:00', '+05:30', '+00:00']);
});
