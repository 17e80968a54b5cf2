import { expect, test } from 'vitest';
import { accountFlagChange, type Flags, flagsOf as flagsOfBoth, labFlagChange } from './flags.ts';

const flagsOf = (ofAccount: object, flags: Record<string, boolean>, settings: object = {}): Flags =>
  flagsOfBoth(ofAccount, { flags, settings: { ...settings } });

test('a user’s choice overrides the account, either way', () => {
  const account = { hasCallHeadline: true, hasCustomWords: true, hasNeoPbx: true };
  const found = flagsOf(account, { hasCallHeadline: false, hasSmartAnswers: true });
  expect(found).toMatchObject({ hasCallHeadline: false, hasCustomWords: true, hasSmartAnswers: true, hasNeoPbx: true });
});

test('there is no choice about what kind of account it is', () => {
  const found = flagsOf({ hasNeoPbx: true }, { hasNeoPbx: false, isTestAccount: true, isPremium: true });
  expect(found).toMatchObject({ hasNeoPbx: true, isTestAccount: false, isPremium: false });
});

test('flags for test accounts are on for their users alone, whatever they chose before', () => {
  expect(flagsOf({ isTestAccount: true }, { hasTestPool: true })).toMatchObject({ hasTestPool: true });
  expect(flagsOf({ isTestAccount: false }, { hasTestPool: true })).toMatchObject({ hasTestPool: false });
});

test('SAPI-051, SPERM-002: the AI provider and the webhook are the account’s, whatever a user once chose', () => {
  const chosen = { hasWebhook: true, hasAiProviderPreferenceMistral: true };
  expect(flagsOf({}, chosen)).toMatchObject({ hasWebhook: false, hasAiProviderPreferenceMistral: false });
  const ofAccount = { hasWebhook: true, hasAiProviderPreferenceMistral: true };
  const off = { hasWebhook: false, hasAiProviderPreferenceMistral: false };
  expect(flagsOf(ofAccount, off)).toMatchObject(ofAccount);
});

test('transcription and summary: the user’s field counts where it was ever set, else the account’s flag', () => {
  const ofAccount = { hasCallTranscription: true, hasCallSummary: true };
  expect(flagsOf(ofAccount, {})).toMatchObject(ofAccount);
  expect(flagsOf(ofAccount, {}, { hasCallSummary: false })).toMatchObject({ ...ofAccount, hasCallSummary: false });
  expect(flagsOf({}, {}, { hasCallTranscription: true })).toMatchObject({
    hasCallTranscription: true,
    hasCallSummary: false,
  });
});

test.each([
  [{ hasAiProviderPreferenceMistral: true }, true],
  [{ hasWebhook: false }, true],
  [{ hasWebhook: false, hasAiProviderPreferenceMistral: true }, false],
  [{}, false],
  [{ hasCallHeadline: true }, false],
  [{ hasAiProviderPreferenceMistral: 'mistral' }, false],
])('SAPI-051: an administrator may change %j of the account: %s', (change, fine) => {
  expect(accountFlagChange.safeParse(change).success).toBe(fine);
});

test.each([
  [{ hasCustomWords: true, hasStatistics: false }, true],
  [{ hasWebhook: true }, false],
  [{ hasAiProviderPreferenceMistral: true }, false],
  [{}, false],
  [{ isTestAccount: true }, false],
  [{ hasNeoPbx: false }, false],
  [{ hasCustomWords: 'yes' }, false],
])('a change of %j may be asked for: %s', (change, fine) => {
  expect(labFlagChange.safeParse(change).success).toBe(fine);
});

test('SENT-007: that Teams is connected follows from the connection, and nobody sets it', () => {
  const set = { hasMicrosoftPresenceConnector: true };
  expect(flagsOf(set, set, set)).toMatchObject({ hasMicrosoftPresenceConnector: false });
});
