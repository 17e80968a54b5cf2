import { expect, test } from 'vitest';
import { singleClicks } from './single-clicks.ts';

test('VAL-024: a double click on a number acts once; another number, or a later click, is one of its own', () => {
  let now = 0;
  const counts = singleClicks(() => now);
  expect(counts('+4940123456')).toBe(true);
  now = 150;
  expect([counts('+4940123456'), counts('+4940123457')]).toEqual([false, true]);
  now = 800;
  expect(counts('+4940123457')).toBe(true);
});
