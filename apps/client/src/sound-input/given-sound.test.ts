import { expect, test } from 'vitest';
import { problemOfLength } from './given-sound.ts';

test.each([
  [Number.POSITIVE_INFINITY, 'unreadable'],
  [Number.NaN, 'unreadable'],
  [7_200, 'tooLong'],
  [121, 'tooLong'],
  [120.3, null],
  [1, null],
  [0.4, 'tooShort'],
])('of two minutes at most, a sound of %s seconds is %s', (seconds, problem) => {
  expect(problemOfLength(seconds, 120)).toBe(problem);
});
