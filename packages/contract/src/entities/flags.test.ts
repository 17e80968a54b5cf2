import { expect, test } from 'vitest';
import { flagsOf, labFlagChange } from './flags.ts';

test('a user’s choice overrides the account, either way', () => {
  const account = { hasWebhook: true, hasCustomWords: true, hasNeoPbx: true };
  const found = flagsOf(account, { hasWebhook: false, hasSmartAnswers: true });
  expect(found).toMatchObject({ hasWebhook: false, hasCustomWords: true, hasSmartAnswers: true, hasNeoPbx: true });
});

test('there is no choice about what kind of account it is', () => {
  const found = flagsOf({ hasNeoPbx: true }, { hasNeoPbx: false, isTestAccount: true, isPremium: true });
  expect(found).toMatchObject({ hasNeoPbx: true, isTestAccount: false, isPremium: false });
});

test('flags for test accounts are on for their users alone, whatever they chose before', () => {
  expect(flagsOf({ isTestAccount: true }, { hasTestPool: true })).toMatchObject({ hasTestPool: true });
  expect(flagsOf({ isTestAccount: false }, { hasTestPool: true })).toMatchObject({ hasTestPool: false });
});

test.each([
  [{ hasWebhook: true, hasStatistics: false }, true],
  [{}, false],
  [{ isTestAccount: true }, false],
  [{ hasNeoPbx: false }, false],
  [{ hasWebhook: 'yes' }, false],
])('a change of %j may be asked for: %s', (change, fine) => {
  expect(labFlagChange.safeParse(change).success).toBe(fine);
});
