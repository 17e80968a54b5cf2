import { expect, test } from 'vitest';
import { badgeText } from './badge-text.ts';

test.each([
  [0, null],
  [-1, null],
  [1, '1'],
  [9, '9'],
  [10, '+9'],
  [120, '+9'],
])('a badge for %i says %s', (count, text) => {
  expect(badgeText(count)).toBe(text);
});
