import { type PhoneState, phoneStates } from '@sidetone/contract/entities/phone.ts';
import { expect, test } from 'vitest';
import { areAllOffline } from './caller-id-look.ts';

const away: readonly PhoneState[] = ['UNREGISTER_SUCCESS', 'UNREGISTER_FAILED', 'REGISTER_FAILED', 'UNKNOWN'];

test.each(phoneStates.map((state) => [state] as const))('a single phone in %s', (state) => {
  expect(areAllOffline([{ state }])).toBe(away.includes(state));
});

test('one phone that is online is enough, and a user without phones is not warned', () => {
  const gone = away.map((state) => ({ state }));
  expect(areAllOffline(gone)).toBe(true);
  expect(areAllOffline([...gone, { state: 'REGISTER_SUCCESS' }])).toBe(false);
  expect(areAllOffline([...gone, { state: 'REGISTER' }])).toBe(false);
  expect(areAllOffline([])).toBe(false);
});
