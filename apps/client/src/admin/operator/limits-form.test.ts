import { expect, test } from 'vitest';
import { fullness, limitsIn, noLimits, typedLimits } from './limits-form.ts';

test('limits are typed as numbers and gigabytes, and nothing typed is no limit', () => {
  expect(limitsIn(noLimits)).toEqual({ users: null, calls: null, storageBytes: null });
  const limits = { users: 5, calls: 4, storageBytes: 1_500_000_000 };
  expect(typedLimits(limits)).toEqual({ users: '5', calls: '4', storage: '1.5' });
  expect(limitsIn(typedLimits(limits))).toEqual(limits);
  expect(limitsIn({ ...noLimits, storage: ' 2,5 ' }).storageBytes).toBe(2_500_000_000);
  expect(limitsIn({ ...noLimits, users: 'many' }).users).toBeNaN();
});

test('more than the limit is full, and without a limit nothing is', () => {
  expect([fullness(1, 4), fullness(9, 4), fullness(9, null)]).toEqual([0.25, 1, null]);
});
