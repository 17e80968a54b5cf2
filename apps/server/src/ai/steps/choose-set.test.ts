import { expect, test } from 'vitest';
import { assignedSet, type CallOfSomebody } from './choose-set.ts';

const both = { inboundSetId: 'in', outboundSetId: 'out' };
const call = (more: Partial<CallOfSomebody> = {}): CallOfSomebody => ({
  userId: 'wanna',
  direction: 'INCOMING',
  isVoicemail: false,
  ...more,
});

test.each([
  ['a call that came in', call(), 'in'],
  ['a call that went out', call({ direction: 'OUTGOING' }), 'out'],
  ['a message on the machine of somebody’s own line', call({ isVoicemail: true }), 'in'],
  ['a missed call of a shared channel', call({ userId: null }), null],
  ['a message of a shared channel', call({ userId: null, isVoicemail: true }), null],
])('CONST-066: %s has the set of its direction', (_what, of, set) => {
  expect(assignedSet(of, both)).toBe(set);
});

test('CONST-066: one direction without a set is not answered by the other one’s', () => {
  expect(assignedSet(call({ direction: 'OUTGOING' }), { inboundSetId: 'in', outboundSetId: null })).toBeNull();
  expect(assignedSet(call(), null)).toBeNull();
});
