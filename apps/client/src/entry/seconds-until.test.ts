import { expect, test } from 'vitest';
import { secondsUntil } from './seconds-until.ts';

test.each([
  [11_000, 11],
  [10_001, 11],
  [10_000, 10],
  [1, 1],
  [0, 0],
  [-5_000, 0],
])('%i ms before are %i seconds', (before, seconds) => {
  expect(secondsUntil(1_000_000, 1_000_000 - before)).toBe(seconds);
});
