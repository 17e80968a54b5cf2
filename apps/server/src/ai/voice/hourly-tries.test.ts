import { expect, test } from 'vitest';
import { hourlyTries } from './hourly-tries.ts';

const minute = 60_000;

test('as many tries as allowed are free within an hour, each user on their own', () => {
  const tries = hourlyTries(2);
  expect([tries.take('anna', 0), tries.take('anna', 10 * minute)]).toEqual([0, 0]);
  expect(tries.take('ben', 10 * minute)).toBe(0);
  expect(tries.take('anna', 20 * minute)).toBe(40 * 60);
  // One that was refused does not count.
  expect(tries.take('anna', 60 * minute)).toBe(0);
  expect(tries.take('anna', 61 * minute)).toBe(9 * 60);
});
