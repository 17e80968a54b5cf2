import type { Voicemail } from '@sidetone/contract/entities/documentation.ts';
import { terminationReasons } from '@sidetone/contract/rules/termination-reasons.ts';
import { expect, test } from 'vitest';
import { en } from '#i18n/words.ts';
import { rowStatus } from './row-status.ts';
import { sampleRow } from './testing/sample-row.ts';
import { voicemailLook } from './voicemail.ts';

const unanswered = { establishedAt: null, terminatedAt: '2026-11-20T09:00:28Z' } as const;

test('an answered call was accepted in either direction, and shows no ringing time', () => {
  const accepted = { word: 'accepted', unreached: false, rangSeconds: null, withheld: false, behind: 0 };
  expect(rowStatus(sampleRow())).toEqual({ label: 'incoming', ...accepted });
  expect(rowStatus(sampleRow({ call: { direction: 'OUTGOING' } }))).toEqual({ label: 'outgoing', ...accepted });
});

test('a call that was not answered is missed and says how long it rang', () => {
  const row = sampleRow({ call: { ...unanswered, state: 'MISSED', terminatedReason: 'CANCELLED' } });
  expect(rowStatus(row)).toMatchObject({ label: 'missed', word: 'missed', rangSeconds: 28 });
});

test('a call taken on another device is not missed', () => {
  const row = sampleRow({ call: { ...unanswered, state: 'MISSED', terminatedReason: 'ACCEPTED_ELSEWHERE' } });
  expect(rowStatus(row)).toMatchObject({ label: 'incoming', word: 'elsewhere', rangSeconds: null });
});

test('a call that the user declined is not missed either', () => {
  for (const terminatedReason of ['DECLINED', 'BUSY_HERE'] as const) {
    const row = sampleRow({ call: { ...unanswered, state: 'REJECTED', terminatedReason } });
    expect(rowStatus(row)).toMatchObject({ label: 'incoming', word: 'declined', rangSeconds: null });
  }
});

test('without a reason the state says how the call went', () => {
  const word = (state: 'MISSED' | 'REJECTED' | 'FINISHED' | 'Ringing') =>
    rowStatus(sampleRow({ call: { ...unanswered, state, terminatedReason: null } })).word;
  expect([word('MISSED'), word('REJECTED'), word('FINISHED'), word('Ringing')]).toEqual([
    'missed',
    'declined',
    'accepted',
    'unknown',
  ]);
});

test('a withheld number is shown as withheld', () => {
  expect(rowStatus(sampleRow({ call: { remotePhoneNumber: null } })).withheld).toBe(true);
});

test('the echo test has its name', () => {
  const row = sampleRow({ call: { direction: 'OUTGOING', remotePhoneNumber: '*43' } });
  expect(rowStatus(row).word).toBe('echo');
});

test.each([
  ['BUSY_HERE', 'busy'],
  ['BUSY_EVERYWHERE', 'busy'],
  ['DECLINED', 'declinedByThem'],
  ['REJECTED', 'declinedByThem'],
  ['NOT_FOUND', 'notFound'],
  ['TEMPORARILY_UNAVAILABLE', 'unreachable'],
  ['PRECONDITION_FAILURE', 'unreachable'],
  ['REQUEST_TIMEOUT', 'noAnswer'],
  ['CANCELLED', 'cancelled'],
  ['HANGUP', 'noAnswer'],
  ['TERMINATED', 'failed'],
] as const)('an outgoing call that ended with %s reads "%s"', (terminatedReason, word) => {
  const status = rowStatus(sampleRow({ call: { ...unanswered, direction: 'OUTGOING', terminatedReason } }));
  expect(status).toMatchObject({ label: 'outgoing', unreached: true, word });
});

test('every reason has a word in both directions', () => {
  for (const direction of ['INCOMING', 'OUTGOING'] as const) {
    for (const terminatedReason of terminationReasons) {
      expect(
        rowStatus(sampleRow({ call: { ...unanswered, direction, terminatedReason } })).word in en.inbox.status,
      ).toBe(true);
    }
  }
});

test.each([
  [{ status: 'pending' }, 'voicemailComing', 0],
  [{ status: 'processed', waveform: [0.5], duration: 38 }, 'voicemail', 38],
  [{ status: 'failed' }, 'voicemailFailed', 0],
  [{ status: 'deleted' }, 'voicemailGone', 0],
] as const)('a missed call with a message shows that there is one: %j', (visual, word, seconds) => {
  const call = { ...unanswered, state: 'MISSED', terminatedReason: 'HANGUP' } as const;
  const row = sampleRow({ call, documentation: { voicemail: { visual } as Voicemail } });
  expect(rowStatus(row)).toMatchObject({ label: 'missedWithVoicemail', word, rangSeconds: null });
  expect(voicemailLook(row)).toMatchObject({ seconds, heard: false });
  const heard = { voicemail: { visual, readAt: '2026-11-20T10:00:00Z' } as Voicemail };
  expect(voicemailLook({ documentation: heard })?.heard).toBe(true);
});

test('a group whose newest call is done says how many calls behind it are not', () => {
  const behind = (unresolved: boolean, unresolvedCalls: number) =>
    rowStatus(sampleRow({ unresolved, unresolvedCalls, groupSize: 5 })).behind;
  expect(behind(false, 4)).toBe(4);
  expect(behind(true, 5)).toBe(0);
  expect(behind(false, 0)).toBe(0);
});
