import { expect, test } from 'vitest';
import { retryDelayMs } from './connection.ts';

test('the first attempt is immediate, later ones wait longer, never more than about 15 s', () => {
  const middle = () => 0.5;
  expect([0, 1, 2, 3, 4].map((attempt) => retryDelayMs(attempt, middle))).toEqual([0, 500, 1000, 2000, 4000]);
  expect(retryDelayMs(50, middle)).toBe(15_000);
});

test('clients that lost one server do not all come back at the same moment', () => {
  expect(retryDelayMs(50, () => 0)).toBeLessThan(retryDelayMs(50, () => 0.99));
});
