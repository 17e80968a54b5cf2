import { describe, expect, test } from 'vitest';
import { inboxCallStates } from '../entities/inbox-event.ts';
import { inboxLabel, inboxStatus, isMissed } from './inbox-status.ts';
import { terminationReasons } from './termination-reasons.ts';

const at = '2026-11-20T10:00:00.000Z';
const reasons = [null, ...terminationReasons];
const everyCall = inboxCallStates.flatMap((state) =>
  reasons.flatMap((terminatedReason) =>
    [null, at].map((establishedAt) => ({ state, terminatedReason, establishedAt })),
  ),
);

test('an established call was accepted, whatever else it says', () => {
  for (const call of everyCall.filter((call) => call.establishedAt !== null))
    expect(inboxStatus(call)).toBe('ACCEPTED');
});

test('a call that was not established reads by its reason', () => {
  for (const call of everyCall.filter((call) => call.establishedAt === null && call.terminatedReason !== null)) {
    expect(inboxStatus(call)).toBe(call.terminatedReason);
  }
});

describe('without a reason it reads by its state', () => {
  test.each(inboxCallStates)('%s', (state) => {
    const expected = { MISSED: 'MISSED', REJECTED: 'REJECTED', FINISHED: 'ACCEPTED' }[state as string] ?? 'UNKNOWN';
    expect(inboxStatus({ state, terminatedReason: null, establishedAt: null })).toBe(expected);
  });
});

test('an incoming call is missed when it was cancelled, or missed and not taken by another device', () => {
  for (const call of everyCall) {
    const expected =
      call.terminatedReason === 'CANCELLED' ||
      (call.state === 'MISSED' && call.terminatedReason !== 'ACCEPTED_ELSEWHERE');
    expect(isMissed({ ...call, direction: 'INCOMING' })).toBe(expected);
    expect(isMissed({ ...call, direction: 'OUTGOING' })).toBe(false);
  }
});

test('a row has one of four labels', () => {
  const missed = { direction: 'INCOMING', state: 'MISSED', terminatedReason: 'CANCELLED' } as const;
  expect(inboxLabel(missed, false)).toBe('missed');
  expect(inboxLabel(missed, true)).toBe('missedWithVoicemail');
  expect(inboxLabel({ ...missed, direction: 'OUTGOING' }, true)).toBe('outgoing');
  expect(inboxLabel({ direction: 'INCOMING', state: 'FINISHED', terminatedReason: 'HANGUP' }, true)).toBe('incoming');
});
