import { expect, test } from 'vitest';
import { aiFeatureFlags, flags } from '../../entities/flags.ts';
import {
  type AiFeature,
  type AiFeatureFlag,
  type AiFlags,
  aiFeatures,
  aiFlagsToDrop,
  isAiFeatureActive,
  isOffered,
  missingFor,
  shownAiFeatures,
  switchAiFeature,
} from './ai-features.ts';

const off = flags.parse({});
const own = aiFeatureFlags.filter((flag) => flag !== 'hasWebhook');
const after = (on: AiFlags, flag: AiFeatureFlag, value: boolean): AiFlags => ({
  ...on,
  ...switchAiFeature(on, flag, value)?.changes,
});

/** All 2⁸ states of the features, each with transcription on and off. */
const states: readonly AiFlags[] = Array.from({ length: 2 ** (aiFeatureFlags.length + 1) }, (_none, bits) => ({
  ...off,
  ...Object.fromEntries(aiFeatureFlags.map((flag, at) => [flag, (bits & (1 << at)) !== 0])),
  hasCallTranscription: (bits & (1 << aiFeatureFlags.length)) !== 0,
}));
/** Those that can come about by switches: nothing is on without what it needs. */
const sound = states.filter((on) => aiFlagsToDrop(on).length === 0);
const everySwitch = sound.flatMap((on) => aiFeatureFlags.map((flag) => ({ on, flag })));

test('SAI-001, SAI-004: three main features, and four in trial', () => {
  const of = (part: AiFeature['part']) => shownAiFeatures(part, off).map(({ flag }) => flag);
  expect(of('main')).toEqual(['hasCallSummary', 'hasCallHeadline', 'hasSmartAnswers']);
  expect(of('beta')).toEqual([
    'hasCallActionItems',
    'hasCallConversationShareStatistics',
    'hasCallSmallTalk',
    'hasCustomWords',
  ]);
});

test('SAI-007 to -012: what each feature needs', () => {
  const needs = Object.fromEntries(aiFeatures.map(({ flag, dependsOn }) => [flag, dependsOn]));
  for (const flag of aiFeatureFlags) expect(needs[flag]).toContain('hasCallTranscription');
  const more = Object.entries(needs).filter(([, dependsOn]) => dependsOn.length > 1);
  expect(more).toEqual([['hasCallActionItems', ['hasCallTranscription', 'hasCallSummary']]]);
});

test('SAI-013, SAI-014: whatever is switched on while transcription is off asks first, and switches it on', () => {
  for (const { on, flag } of everySwitch) {
    const found = switchAiFeature(on, flag, true);
    if (missingFor(on, flag) !== null) {
      expect(found).toBeNull();
      continue;
    }
    expect(found?.asks).toBe(on.hasCallTranscription ? null : 'privacy');
    const then = after(on, flag, true);
    expect(isAiFeatureActive(then, flag)).toBe(true);
    // Nothing else goes on.
    for (const other of aiFeatureFlags) if (other !== flag) expect(then[other]).toBe(on[other]);
  }
});

test('SAI-016: nothing is left on without what it needs, and nothing else goes off', () => {
  for (const { on, flag } of everySwitch) {
    const found = switchAiFeature(on, flag, false);
    const then = after(on, flag, false);
    expect(aiFlagsToDrop(then)).toEqual([]);
    expect(then[flag]).toBe(false);
    const gone = aiFeatureFlags.filter((other) => other !== flag && on[other] && !then[other]);
    expect(gone).toEqual(found?.alsoOff);
    expect(gone).toEqual(flag === 'hasCallSummary' && on.hasCallActionItems ? ['hasCallActionItems'] : []);
  }
});

test('SAI-018: the question comes with the last feature alone, and transcription goes with it', () => {
  for (const { on, flag } of everySwitch) {
    const found = switchAiFeature(on, flag, false);
    const then = after(on, flag, false);
    const isLast = flag !== 'hasWebhook' && on.hasCallTranscription && own.every((one) => !then[one]);
    expect(found?.asks).toBe(isLast ? 'lastOff' : null);
    expect(then.hasCallTranscription).toBe(on.hasCallTranscription && !isLast);
  }
});

test('SAI-018: a feature that is on without what it needs keeps no transcription on', () => {
  const unsound = states.filter((on) => on.hasCallTranscription && aiFlagsToDrop(on).length > 0);
  for (const { on, flag } of unsound.flatMap((on) => own.map((flag) => ({ on, flag })))) {
    const then = after(on, flag, false);
    const works = own.some((one) => isAiFeatureActive({ ...then, hasCallTranscription: true }, one));
    expect(switchAiFeature(on, flag, false)?.asks).toBe(works ? null : 'lastOff');
    expect(then.hasCallTranscription).toBe(works);
  }
  // The account has the action items on for later, and the user has no summary.
  const on = { ...off, hasCallTranscription: true, hasCallHeadline: true, hasCallActionItems: true };
  expect(switchAiFeature(on, 'hasCallHeadline', false)).toMatchObject({
    changes: { hasCallHeadline: false, hasCallTranscription: false },
    asks: 'lastOff',
  });
});

test('the account’s webhook keeps nobody’s transcription on, and goes off with nobody’s', () => {
  const on = { ...off, hasCallTranscription: true, hasCallSummary: true, hasWebhook: true };
  expect(after(on, 'hasCallSummary', false)).toMatchObject({ hasCallTranscription: false, hasWebhook: true });
});

test('what is switched on and off again changes nothing but transcription', () => {
  for (const { on, flag } of everySwitch) {
    if (on[flag] || missingFor(on, flag) !== null) continue;
    const back = after(after(on, flag, true), flag, false);
    expect({ ...back, hasCallTranscription: false }).toEqual({ ...on, hasCallTranscription: false });
  }
});

test('a change names only what changes', () => {
  for (const { on, flag } of everySwitch) {
    for (const value of [true, false]) {
      const changes = switchAiFeature(on, flag, value)?.changes ?? {};
      for (const [name, becomes] of Object.entries(changes)) expect(on[name as AiFeatureFlag]).toBe(!becomes);
    }
  }
});

test('SAI-015: a feature waits for what it needs, but for transcription', () => {
  expect(missingFor(off, 'hasCallActionItems')).toBe('hasCallSummary');
  expect(missingFor({ ...off, hasCallSummary: true }, 'hasCallActionItems')).toBeNull();
  expect(missingFor(off, 'hasCallHeadline')).toBeNull();
});

test('SAI-019 to -021: answers and words open their pages, small talk the window for the log', () => {
  const doing = aiFeatureFlags.map((flag) => {
    const found = switchAiFeature({ ...off, hasCallSummary: true, hasCallTranscription: true }, flag, true);
    return [flag, found?.opensSettings, found?.opensCallWindows];
  });
  expect(doing.filter(([, settings]) => settings).map(([flag]) => flag)).toEqual(['hasSmartAnswers', 'hasCustomWords']);
  expect(doing.filter(([, , windows]) => windows).map(([flag]) => flag)).toEqual(['hasCallSmallTalk']);
});

test.each([
  [{}, false],
  [{ isTestAccount: true }, true],
  [{ hasCustomWords: true }, true],
])('SAI-027: what is for test accounts only is shown to %j: %s', (on, shown) => {
  expect(isOffered({ flag: 'hasCustomWords', testAccountOnly: true }, { ...off, ...on })).toBe(shown);
  expect(isOffered({ flag: 'hasCustomWords', testAccountOnly: false }, off)).toBe(true);
});

test('what was changed one by one loses what its parts need', () => {
  expect(aiFlagsToDrop({ ...off, hasCallHeadline: true, hasWebhook: true })).toEqual(['hasCallHeadline']);
  expect(aiFlagsToDrop({ ...off, hasCallTranscription: true, hasCallActionItems: true })).toEqual([
    'hasCallActionItems',
  ]);
});
