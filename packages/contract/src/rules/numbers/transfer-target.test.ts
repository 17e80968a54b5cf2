import { expect, test } from 'vitest';
import { e164Target, isTransferTarget, ownTransferNumber } from './transfer-target.ts';

test.each(['+4940123456', '4940123456', '12', '+12', '123456789012345'])('VAL-007: %s is a target', (number) => {
  expect(isTransferTarget(number)).toBe(true);
  expect(e164Target.parse(number)).toBe(number);
});

test.each(['', '1', '+1', '040123456', '+0123', '1234567890123456', '*43', '12 34', '++12', '+12\n'])(
  'VAL-008: %j is none, and is reported as printed',
  (number) => {
    expect(isTransferTarget(number)).toBe(false);
    expect(e164Target.safeParse(number).error?.issues[0]?.message).toBe(
      'Invalid target number format. Must be in E.164 format.',
    );
  },
);

test('VAL-009: the own number is used only where it is one', () => {
  for (const number of ['+4940123456', '040', '1', '123456789012345']) expect(ownTransferNumber(number)).toBe(number);
  for (const number of [null, '', '+', 'anonymous', '1234567890123456', '40 12']) {
    expect(ownTransferNumber(number)).toBeNull();
  }
});
