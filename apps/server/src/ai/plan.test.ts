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
  hasCallSentimentAnalysis: false,
};
const all: PlanFlags = {
  hasAiDisabled: false,
  hasCallTranscription: true,
  hasCallSummary: true,
  hasCallActionItems: true,
  hasCallSmallTalk: true,
  hasCallHeadline: true,
  hasCallSentimentAnalysis: true,
};
const facts = (more: Partial<CallFacts> = {}): CallFacts => ({
  flags: all,
  isEmergency: false,
  sound: 'there',
  recogniser: 'local',
  model: 'outside',
  hasQuotaLeft: true,
  ...more,
});
const reasonsOf = (more: Partial<CallFacts>) =>
  new Set(Object.values(planOf(facts(more)).parts).map((state) => (state.status === 'disabled' ? state.reason : null)));

describe('GEN-010 … GEN-014: which parts a call gets', () => {
  test('with everything on, all of them, one step after the other', () => {
    const plan = planOf(facts());
    expect(plan.steps).toEqual(['transcribe', 'mood', 'document', 'publish']);
    expect(plan.by).toBe('model');
    expect(Object.entries(plan.parts)).toEqual(plannedParts.map((part) => [part, { status: 'waiting' }]));
  });

  test('of the transcript alone nothing is made', () => {
    expect(planOf(facts({ flags: { ...off, hasCallTranscription: true } }))).toMatchObject({
      steps: ['transcribe', 'publish'],
      by: 'basic',
      parts: { transcription: { status: 'waiting' } },
    });
  });

  test('without a model the rules do it', () => expect(planOf(facts({ model: 'none' })).by).toBe('basic'));

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
          expect(planOf(facts({ flags: { ...flags, hasAiDisabled: true } })).parts).toEqual({});
        },
      ),
    );
  });
});

describe('why a part cannot be made', () => {
  test.each([
    ['emergency', { isEmergency: true, recogniser: 'none' as const }],
    ['noRecognizer', { recogniser: 'none' as const, sound: 'none' as const }],
    ['noConsent', { sound: 'noConsent' as const }],
    ['noSound', { sound: 'none' as const }],
    ['soundGone', { sound: 'gone' as const }],
    ['quota', { recogniser: 'outside' as const, hasQuotaLeft: false }],
  ])('%s, and then no step is taken', (reason, more) => {
    expect(reasonsOf(more)).toEqual(new Set([reason]));
    expect(planOf(facts(more)).steps).toEqual([]);
  });

  test('a local recogniser needs no quota; the model that would is not asked then', () => {
    expect(planOf(facts({ hasQuotaLeft: false }))).toMatchObject({ by: 'basic', withoutModel: 'quota' });
    expect(planOf(facts({ hasQuotaLeft: false, model: 'local' }))).toMatchObject({ by: 'model', withoutModel: null });
  });
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
