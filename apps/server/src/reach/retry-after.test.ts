import { expect, test } from 'vitest';
import { retryAfterSeconds } from './retry-after.ts';

const now = Date.parse('2026-11-27T12:00:00Z');

test.each([
  [null, null],
  ['', null],
  ['soon', null],
  ['-5', null],
  ['1e99', null],
  ['120', 120],
  [' 1.2 ', 2],
  ['0', 0],
  ['999999999', 86_400],
  ['Fri, 27 Nov 2026 12:01:30 GMT', 90],
  ['Fri, 27 Nov 2026 11:00:00 GMT', 0],
  ['Fri, 27 Nov 2099 12:00:00 GMT', 86_400],
])('a host that says to try again after %j', (value, seconds) => {
  expect(retryAfterSeconds(value, now)).toBe(seconds);
});
