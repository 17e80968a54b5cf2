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

test('thousands with a point or a comma are no limit of one', () => {
  for (const users of ['1.000', '1,000']) expect(limitsIn({ ...noLimits, users }).users).toBeNaN();
  expect(limitsIn({ ...noLimits, storage: '2.000' }).storageBytes).toBeNaN();
  for (const storageBytes of [1, 1_234_000_000, 50_000_000_000, 1_073_741_824]) {
    const limits = { users: null, calls: null, storageBytes };
    expect(limitsIn(typedLimits(limits))).toEqual(limits);
  }
});

test('more than the limit is full, and without a limit nothing is', () => {
  expect([fullness(1, 4), fullness(9, 4), fullness(9, null)]).toEqual([0.25, 1, null]);
});
