import { expect, test } from 'vitest';
import { isIntroDue } from './intro-due.ts';

test.each([
  { seenAt: null, due: true },
  { seenAt: '2025-08-10T23:59:59.999Z', due: true },
  { seenAt: '2025-08-11T00:00:00.000Z', due: false },
  { seenAt: '2025-08-11T01:30:00.000+02:00', due: true },
  { seenAt: '2026-11-22T09:00:00.000Z', due: false },
])('the introduction is due for users who saw it at $seenAt: $due', ({ seenAt, due }) => {
  expect(isIntroDue(seenAt)).toBe(due);
});
