import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calledName, callIdHeader, correlationHeader, inviteIds, readCalledName } from './sip-invite.ts';

const headers = (given: Record<string, string>) => (name: string) =>
  Object.entries(given).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

test('ENT-016, ENT-017: an invite names its call and its session', () => {
  expect(inviteIds(headers({ 'call-id': 'a@b', 'x-client-correlation-id': 's1' }))).toEqual({
    callId: 'a@b',
    sessionId: 's1',
  });
});

test('an invite without either throws', () => {
  expect(() => inviteIds(headers({ [callIdHeader]: 'a@b' }))).toThrow(/sessionId/);
  expect(() => inviteIds(headers({ [correlationHeader]: 's1' }))).toThrow(/callId/);
  expect(() => inviteIds(headers({ 'Call-ID': ' ', 'X-Client-Correlation-Id': 's1' }))).toThrow(/callId/);
});

test.each([
  ['+4930901820_c1', '+4930901820', 'c1'],
  ['101_c1', '101', 'c1'],
  ['a_b_c1', 'a_b', 'c1'],
  ['101', '101', null],
  ['', null, null],
  ['_c1', null, 'c1'],
  ['101_', '101', null],
  ['Anna Berg', 'Anna Berg', null],
])('ENT-018: %j is the number %j for the channel %j', (displayName, number, targetChannelId) => {
  expect(readCalledName(displayName)).toEqual({ number, targetChannelId });
});

test('joined values come apart again', () => {
  fc.assert(
    fc.property(
      fc.option(fc.string({ minLength: 1 })),
      fc.stringMatching(/^c[a-z0-9]{10}$/),
      (number, targetChannelId) => {
        expect(readCalledName(calledName(number, targetChannelId))).toEqual({ number, targetChannelId });
      },
    ),
  );
});
