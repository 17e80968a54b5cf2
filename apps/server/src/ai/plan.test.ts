import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CallFacts, captureOf, type PlanFlags, plannedParts, planOf, wantedParts } from './plan.ts';

const off: PlanFlags = {
  hasAiDisabled: false,
  hasCallTranscription: false,
  hasCallSummary: false,
  hasCallActionItems: false,
  hasCallSmallTalk: false,
  hasCallHeadline: false,
  hasSmartAnswers: false,
};
const all: PlanFlags = {
  hasAiDisabled: false,
  hasCallTranscription: true,
  hasCallSummary: true,
  hasCallActionItems: true,
  hasCallSmallTalk: true,
  hasCallHeadline: true,
  hasSmartAnswers: true,
};
const facts = (more: Partial<CallFacts> = {}): CallFacts => ({
  flags: all,
  isEmergency: false,
  hasQuestions: true,
  hasSound: true,
  recogniser: 'local',
  hasQuotaLeft: true,
  ...more,
});
const reasonsOf = (more: Partial<CallFacts>) =>
  new Set(Object.values(planOf(facts(more))).map((state) => (state.status === 'disabled' ? state.reason : null)));

describe('GEN-010 … GEN-014: which parts a call gets', () => {
  test('with everything on, all of them', () => {
    expect(Object.entries(planOf(facts()))).toEqual(plannedParts.map((part) => [part, { status: 'waiting' }]));
  });

  test('GEN-015, SPERM-028: answers only with their switch, and with a set of questions', () => {
    expect(planOf(facts({ hasQuestions: false }))).not.toHaveProperty('smartAnswers');
    expect(planOf(facts({ flags: { ...all, hasSmartAnswers: false } }))).not.toHaveProperty('smartAnswers');
    const reason = { status: 'disabled', reason: 'noRecognizer' };
    expect(planOf(facts({ recogniser: 'none' })).smartAnswers).toEqual(reason);
  });

  test('with the transcript alone, nothing else', () => {
    const flags = { ...off, hasCallTranscription: true };
    expect(planOf(facts({ flags }))).toEqual({ transcription: { status: 'waiting' } });
  });

  test('SAI-007 … SAI-011: nothing without the transcript, and no action items without the summary', () => {
    expect(wantedParts({ ...all, hasCallTranscription: false })).toEqual([]);
    expect(wantedParts({ ...all, hasCallSummary: false })).not.toContain('actionItem');
    expect(wantedParts({ ...all, hasCallSmallTalk: false })).not.toContain('smallTalk');
  });

  test('with AI switched off for the account there is no part, whatever else is on', () => {
    fc.assert(
      fc.property(
        fc.record(
          Object.fromEntries(Object.keys(off).map((name) => [name, fc.boolean()])) as Record<
            keyof PlanFlags,
            fc.Arbitrary<boolean>
          >,
        ),
        (flags) => {
          expect(planOf(facts({ flags: { ...flags, hasAiDisabled: true } }))).toEqual({});
        },
      ),
    );
  });
});

describe('why a part cannot be made', () => {
  test.each([
    ['emergency', { isEmergency: true, recogniser: 'none' as const }],
    ['noRecognizer', { recogniser: 'none' as const, hasSound: false }],
    ['noSound', { hasSound: false }],
    ['quota', { recogniser: 'outside' as const, hasQuotaLeft: false }],
  ])('%s', (reason, more) => expect(reasonsOf(more)).toEqual(new Set([reason])));

  test('a local recogniser needs no quota', () => expect(reasonsOf({ hasQuotaLeft: false })).toEqual(new Set([null])));
});

describe('which running calls are captured', () => {
  const call = { flags: all, isEmergency: false, recogniser: 'local', documentation: 'all', isSkipped: false } as const;
  test.each([
    [{}, { wanted: true }],
    [{ flags: off }, { wanted: false, reason: null }],
    [{ flags: { ...all, hasAiDisabled: true } }, { wanted: false, reason: null }],
    [{ isSkipped: true }, { wanted: false, reason: null }],
    [{ isEmergency: true }, { wanted: false, reason: 'emergency' }],
    [{ recogniser: 'none' as const }, { wanted: false, reason: 'noRecognizer' }],
    [{ documentation: 'recorded' as const }, { wanted: false, reason: null }],
  ])('%j: %j', (more, decided) => expect(captureOf({ ...call, ...more })).toEqual(decided));
});
