import { expect, test } from 'vitest';
import { stepOf } from './duration-steps.ts';

test('SLOG-015: a stored duration is shown at the nearest of 0 to 60 seconds in steps of 5', () => {
  expect([0, 2, 3, 15, 58, 60, 3600].map(stepOf)).toEqual([0, 0, 5, 15, 60, 60, 60]);
});
