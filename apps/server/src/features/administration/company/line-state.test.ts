import type { TrunkState } from '@sidetone/contract/entities/trunk.ts';
import { expect, test } from 'vitest';
import { addressStepState, type LineTrunk, lineState } from './line-state.ts';

/** A trunk for emergency calls whose provider has confirmed the address of each number. */
const trunk = (state: TrunkState, about: Partial<LineTrunk> = {}): LineTrunk => ({
  state,
  isEnabled: state !== 'off',
  isEmergency: true,
  sendsAddress: false,
  addressConfirmed: true,
  ...about,
});

test.each<[TrunkState[], boolean, ReturnType<typeof lineState>]>([
  [[], true, 'open'],
  [['registered'], true, 'done'],
  [['reachable'], true, 'done'],
  [['registered'], false, 'waiting'],
  [['failing'], true, 'failed'],
  [['off'], true, 'waiting'],
  [['trying'], true, 'waiting'],
  [['off', 'failing'], true, 'failed'],
  [['failing', 'registered'], true, 'done'],
])('trunks %j, numbers %s: the line is %s', (states, hasNumbers, state) => {
  expect(
    lineState(
      states.map((one) => trunk(one)),
      hasNumbers,
    ),
  ).toBe(state);
});

const untold = { addressConfirmed: false } as const;

test.each<[string, LineTrunk[], ReturnType<typeof addressStepState>]>([
  ['sends the address', [trunk('registered', { sendsAddress: true, addressConfirmed: false })], 'done'],
  ['neither sends it nor was it confirmed', [trunk('registered', untold)], 'waiting'],
  ['none is for emergency calls', [trunk('registered', { isEmergency: false })], 'waiting'],
  ['one of two does not tell it', [trunk('registered'), trunk('trying', untold)], 'waiting'],
  [
    'the other one has no emergency calls',
    [trunk('registered'), trunk('trying', { ...untold, isEmergency: false })],
    'done',
  ],
  ['the other one is switched off', [trunk('registered'), trunk('off', untold)], 'done'],
  ['the only one for emergency calls is off', [trunk('off'), trunk('registered', { isEmergency: false })], 'waiting'],
])('the emergency address, %s: its step is %s', (_about, trunks, state) => {
  expect(addressStepState(true, trunks)).toBe(state);
  expect(addressStepState(false, trunks)).toBe('open');
});

test('a line that works is done, whatever its provider knows of the address', () => {
  expect(lineState([trunk('registered', untold)], true)).toBe('done');
  expect(addressStepState(true, [])).toBe('done');
});
