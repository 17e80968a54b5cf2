import type { PartReason } from '@sidetone/contract/entities/documentation.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sampleRow } from '#inbox/testing/sample-row.ts';
import {
  documentingOf,
  endsOf,
  formatMoment,
  isOpen,
  labelOf,
  mayDocument,
  noNumberWord,
  passingsOf,
  stateOf,
  talkSeconds,
  threadOfCall,
} from './facts.ts';

afterEach(() => vi.unstubAllEnvs());

const call = (changes: Parameters<typeof sampleRow>[0]) => sampleRow(changes).call;

test('from and to swap with the direction', () => {
  const numbers = { onPhoneNumber: '+493012', remotePhoneNumber: '+494034' };
  expect(endsOf(call({ call: { ...numbers, direction: 'INCOMING' } }))).toEqual({ from: '+494034', to: '+493012' });
  expect(endsOf(call({ call: { ...numbers, direction: 'OUTGOING' } }))).toEqual({ from: '+493012', to: '+494034' });
});

test('an own number that is missing is unknown, only the other side withholds one', () => {
  const words = (direction: 'INCOMING' | 'OUTGOING') =>
    (['from', 'to'] as const).map((end) => noNumberWord({ direction }, end));
  expect(words('INCOMING')).toEqual(['withheld', 'unknownNumber']);
  expect(words('OUTGOING')).toEqual(['unknownNumber', 'withheld']);
});

test('a talk lasts from its answer to its end, and a call without answer has none', () => {
  expect(talkSeconds(call({}))).toBe(300);
  expect(talkSeconds(call({ call: { establishedAt: null } }))).toBeNull();
});

test('a missed call with a message says so, also after the message was deleted', () => {
  const missed = { establishedAt: null, terminatedReason: 'CANCELLED' as const };
  expect(labelOf(sampleRow({ call: missed }))).toBe('missed');
  const documentation = { voicemail: { visual: { status: 'deleted' as const } } };
  expect(labelOf(sampleRow({ call: missed, documentation }))).toBe('missedWithVoicemail');
});

test('a call that the caller cancelled is missed, one that we cancelled is cancelled', () => {
  const cancelled = { establishedAt: null, terminatedReason: 'CANCELLED' as const };
  expect(stateOf(call({ call: { ...cancelled, direction: 'INCOMING' } }))).toBe('MISSED');
  expect(stateOf(call({ call: { ...cancelled, direction: 'OUTGOING' } }))).toBe('CANCELLED');
  expect(stateOf(call({ call: { ...cancelled, direction: 'INCOMING', terminatedReason: 'DECLINED' } }))).toBe(
    'DECLINED',
  );
  expect(stateOf(call({}))).toBe('ACCEPTED');
});

test('in a group a call is open as long as any of its calls is, alone as long as it is itself', () => {
  const [open, others, done] = [
    { unresolved: true, unresolvedCalls: 1 },
    { unresolved: false, unresolvedCalls: 2 },
    { unresolved: false, unresolvedCalls: 0 },
  ];
  expect([open, others, done].map((row) => isOpen(row, true))).toEqual([true, true, false]);
  expect([open, others, done].map((row) => isOpen(row, false))).toEqual([true, false, false]);
});

test('a call belongs to the thread of its contact, else of its number, else of itself', () => {
  expect(threadOfCall(sampleRow({ contactId: 'k1' }))).toEqual({ kind: 'contact', contactId: 'k1' });
  expect(threadOfCall(sampleRow({ remote: { userId: 'u1' } }))).toEqual({ kind: 'contact', contactId: 'u1' });
  expect(threadOfCall(sampleRow())).toEqual({ kind: 'number', number: '+4922147103180' });
  expect(threadOfCall(sampleRow({ call: { remotePhoneNumber: null } }))).toEqual({ kind: 'anonymous', docId: 'pbx-1' });
});

test('an unanswered call was forwarded, an answered one was transferred', () => {
  const partner = { accountId: 'a1', channelId: 'c2', docId: 'pbx-2', remotePhoneNumber: '12' };
  expect(passingsOf(sampleRow({}))).toEqual([]);
  expect(passingsOf(sampleRow({ call: { transferredTo: partner } }))).toEqual([{ kind: 'transferredTo', partner }]);
  expect(passingsOf(sampleRow({ call: { transferredTo: partner, establishedAt: null } }))).toEqual([
    { kind: 'forwardedTo', partner },
  ]);
  expect(passingsOf(sampleRow({ call: { transferredFrom: partner } }))).toEqual([{ kind: 'transferredFrom', partner }]);
});

test('a call that a phone forwarded to an outside number says so, whether it was answered there or not', () => {
  const { id: docId, channelId } = sampleRow({});
  const partner = { accountId: 's1', channelId, docId, remotePhoneNumber: '+4917055555' };
  for (const establishedAt of [null, '2026-11-22T10:42:10.000Z']) {
    const row = sampleRow({ call: { transferredTo: partner, establishedAt } });
    expect(passingsOf(row)).toEqual([{ kind: 'forwardedOutside', partner }]);
  }
});

test('a moment is shown by its day and its time, with the year only where it is another one', () => {
  const words = { today: 'Today', yesterday: 'Yesterday' };
  const now = new Date(2026, 10, 22, 12);
  const at = (...when: [number, number, number]) => new Date(...when, 10, 42).toISOString();
  expect(formatMoment(at(2026, 10, 22), 'en', now, words)).toBe('Today, 10:42 AM');
  expect(formatMoment(at(2026, 10, 21), 'en', now, words)).toBe('Yesterday, 10:42 AM');
  expect(formatMoment(at(2026, 10, 20), 'en', now, words)).toBe('20 Nov, 10:42 AM');
  expect(formatMoment(at(2026, 10, 20), 'de', now, words)).toBe('20. Nov., 10:42 Uhr');
  expect(formatMoment(at(2025, 10, 20), 'de', now, words)).toBe('20. Nov. 2025, 10:42 Uhr');
});

test('yesterday is the day before, also on a day of 25 hours and after one of 23', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const words = { today: 'Today', yesterday: 'Yesterday' };
  const at = (moment: string, now: string) => formatMoment(moment, 'en', new Date(now), words);
  expect(at('2026-10-24T12:00:00+02:00', '2026-10-25T23:30:00+01:00')).toMatch(/^Yesterday,/);
  expect(at('2026-03-29T12:00:00+02:00', '2026-03-30T00:30:00+02:00')).toMatch(/^Yesterday,/);
});

test('ROLE-009, ROLE-010: only with the grant, and with transcripts or summaries, calls are documented or stopped by hand', () => {
  const flags = { hasAiDisabled: false, hasCallTranscription: true, hasCallSummary: true };
  const me = { grants: ['CALL_BOOSTS'] };
  expect(mayDocument(me, flags)).toBe(true);
  expect(mayDocument(me, { ...flags, hasCallTranscription: false })).toBe(true);
  expect(mayDocument(me, { ...flags, hasCallSummary: false })).toBe(true);
  expect(mayDocument(me, { ...flags, hasCallTranscription: false, hasCallSummary: false })).toBe(false);
  expect(mayDocument(me, { ...flags, hasAiDisabled: true })).toBe(false);
  expect(mayDocument({ grants: ['CALL_DELETE'] }, flags)).toBe(false);
  expect(mayDocument(null, flags)).toBe(false);
});

describe('INBOX-015, INBOX-016: what is being made can be stopped, what was stopped or never began can be asked for', () => {
  const over = '2026-11-27T10:00:00.000Z';
  const on = {
    hasAiDisabled: false,
    hasCallTranscription: true,
    hasCallSummary: true,
    hasCallHeadline: false,
    hasCallActionItems: false,
    hasCallSmallTalk: false,
  };
  type Given = Parameters<typeof documentingOf>[0];
  const next = (
    terminatedAt: string | null,
    documentation: Given['documentation'],
    { establishedAt = over, ...flags }: Partial<typeof on & { establishedAt: string | null }> = {},
  ) => documentingOf({ call: { establishedAt, terminatedAt }, documentation }, { ...on, ...flags });
  const transcription = (status: 'waiting' | 'loading' | 'success' | 'disabled' | 'error', reason?: PartReason) => ({
    transcription: { status, reason, items: [] },
  });
  const summary = { summary: { status: 'success' as const, topics: [], text: null, keyPoints: [] } };
  const headline = (status: 'loading' | 'success' | 'error', reason?: PartReason) => ({
    callHeadline: { status, reason, text: null },
  });
  const made = { ...transcription('success'), ...summary };
  const message = { visual: { status: 'processed' as const, waveform: [], duration: 3 } };

  test.each<[string, ReturnType<typeof next>, ReturnType<typeof documentingOf>]>([
    ['a call that goes on', next(null, {}), 'skip'],
    ['one that goes on and was skipped', next(null, transcription('disabled', 'skipped')), 'resume'],
    ['one that goes on without consent', next(null, transcription('disabled', 'noConsent')), null],
    ['an emergency call that goes on', next(null, transcription('disabled', 'emergency')), null],
    ['a part waits', next(over, transcription('waiting')), 'cancel'],
    ['a part is being made', next(over, transcription('loading')), 'cancel'],
    ['only the headline is being made', next(over, { ...made, ...headline('loading') }), 'cancel'],
    ['nothing was begun', next(over, {}), 'resume'],
    ['nobody spoke', next(over, {}, { establishedAt: null }), null],
    ['there is a message', next(over, { voicemail: message }, { establishedAt: null }), 'resume'],
    ['nothing is switched on', next(over, {}, { hasCallTranscription: false }), null],
    ['AI is switched off', next(over, transcription('disabled', 'skipped'), { hasAiDisabled: true }), null],
    ['it failed without a reason', next(over, transcription('error')), 'resume'],
    ['all that is wanted is made', next(over, made), null],
    ['the summary is missing', next(over, transcription('success')), 'resume'],
    ['nobody wants the summary', next(over, transcription('success'), { hasCallSummary: false }), null],
    ['the headline is missing', next(over, made, { hasCallHeadline: true }), 'resume'],
    ['the action items are missing', next(over, made, { hasCallActionItems: true }), 'resume'],
    [
      'the headline failed',
      next(over, { ...made, ...headline('error', 'badAnswer') }, { hasCallHeadline: true }),
      'resume',
    ],
    ['one that nobody wants failed', next(over, { ...made, ...headline('error', 'badAnswer') }), null],
  ])('%s', (_what, found, expected) => {
    expect(found).toBe(expected);
  });

  test.each<[PartReason, 'resume' | null]>([
    ['skipped', 'resume'],
    ['serviceDown', 'resume'],
    ['badAnswer', 'resume'],
    ['noRecognizer', 'resume'],
    ['serviceRefused', 'resume'],
    ['quota', 'resume'],
    ['noSound', null],
    ['tooShort', null],
    ['emergency', null],
    ['noConsent', null],
    ['soundGone', null],
    ['unsupportedLanguage', null],
  ])('a transcript that is missing for %s', (reason, expected) => {
    for (const status of ['disabled', 'error'] as const)
      expect(next(over, transcription(status, reason))).toBe(expected);
  });
});
