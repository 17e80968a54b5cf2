import { expect, test } from 'vitest';
import type { EventOpened } from '../ports.ts';
import { seenBy } from './seen-by.ts';

const party = (accountId: string, onPhoneNumber: string | null) => ({
  event: {
    channelId: 'c',
    accountId,
    docId: 'd',
    ownerUserId: null,
    direction: 'INCOMING',
    onPhoneNumber,
    remotePhoneNumber: null,
    remoteUserId: null,
    remoteName: null,
  } satisfies EventOpened,
});
const outside = { event: null };
const colleague = { number: '12', name: 'Ben' };
const before = { number: '+493023125111', name: 'Anna' };

test('colleagues see what the one saw who brought them together', () => {
  expect(seenBy(party('s1', '13'), party('s1', '12'), 's1', colleague, before)).toEqual(colleague);
});

test('people of another account and people outside see a public number, and no name', () => {
  for (const viewer of [party('s2', null), outside]) {
    expect(seenBy(viewer, party('s1', '+493023125112'), 's1', colleague, before)).toEqual({
      number: '+493023125112',
      name: null,
    });
    expect(seenBy(viewer, party('s1', '12'), 's1', colleague, before)).toEqual({ number: before.number, name: null });
    expect(seenBy(viewer, party('s1', 'anonymous'), 's1', colleague, before).number).toBe(before.number);
  }
});

test('a stranger to the user stays as the user saw them, hidden or not', () => {
  const hidden = { number: null, name: null };
  expect(seenBy(party('s1', '12'), party('s2', '44'), 's1', hidden, before)).toEqual(hidden);
  expect(seenBy(party('s2', '12'), outside, 's1', { number: '+4915112', name: 'X' }, before)).toEqual({
    number: '+4915112',
    name: 'X',
  });
});
