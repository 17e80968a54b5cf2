import { expect, test } from 'vitest';
import { restOf } from './model-rest.ts';

test.each([
  [0, 1_000, { unit: 'seconds', count: 0 }],
  [234_000_000, 18_000_000, { unit: 'seconds', count: 13 }],
  [640_000_000, 1_000_000, { unit: 'minutes', count: 11 }],
  [640_000_000, 50_000, { unit: 'hours', count: 4 }],
  [640_000_000, 0, null],
])('of %i bytes at %i a second', (bytes, speed, rest) => {
  expect(restOf(bytes, speed)).toEqual(rest);
});
