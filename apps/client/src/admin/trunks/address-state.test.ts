import { expect, test } from 'vitest';
import { addressState } from './address-state.ts';

const way = { isEnabled: true, isEmergency: true, sendsAddress: false, addressConfirmed: false };

test.each([
  ['noTrunk', []],
  ['noTrunk', [{ ...way, isEnabled: false, sendsAddress: true }]],
  ['noTrunk', [{ ...way, isEmergency: false, addressConfirmed: true }]],
  ['untold', [way]],
  ['untold', [{ ...way, sendsAddress: true }, way]],
  ['sent', [{ ...way, sendsAddress: true }]],
  [
    'sent',
    [
      { ...way, sendsAddress: true },
      { ...way, isEnabled: false },
    ],
  ],
  ['confirmed', [{ ...way, addressConfirmed: true }]],
  [
    'confirmed',
    [
      { ...way, addressConfirmed: true },
      { ...way, sendsAddress: true },
    ],
  ],
] as const)('the emergency address is %s by %j', (state, trunks) => {
  expect(addressState(trunks)).toBe(state);
});
