import { expect, test } from 'vitest';
import { isNearLimit, limitsOf, mayChange, mayChangeQuestion } from './set-limits.ts';

const small = limitsOf('PREMIUM_TIER_A');
const large = limitsOf('PREMIUM_TIER_B');
const first = { id: 'a', createdAt: '2026-01-01T00:00:00Z' };
const second = { id: 'b', createdAt: '2026-01-02T00:00:00Z' };

test('SSMART-018, SSMART-019: every plan has limits, and one that is not known yet the small ones', () => {
  expect(small).toEqual({ sets: 1, questions: 10, isOfPlan: true });
  expect(limitsOf(null)).toEqual(small);
  expect(large).toEqual({ sets: 100, questions: 100, isOfPlan: false });
});

test('SSET-046: the limit is told near it alone, which the small ones always are', () => {
  expect([1, 89, 90, 100].map((count) => isNearLimit(count, large.sets))).toEqual([false, false, true, true]);
  expect(isNearLimit(0, small.questions)).toBe(true);
  expect(isNearLimit(1, small.sets)).toBe(true);
});

test('SSMART-019: the first set can be written before it is among the others, and a second one cannot', () => {
  expect(mayChange([], first, small)).toBe(true);
  expect(mayChange([first], first, small)).toBe(true);
  expect(mayChange([first], second, small)).toBe(false);
  expect(mayChange([second, first], second, small)).toBe(false);
  expect(mayChange([first], second, large)).toBe(true);
});

test('SSMART-018: questions beyond the tenth are only read and deleted', () => {
  expect([9, 10].map((at) => mayChangeQuestion(at, small.questions))).toEqual([true, false]);
  expect(mayChangeQuestion(10, large.questions)).toBe(true);
});
