import { expect, test } from 'vitest';
import { readLocalFlags } from './local-flags.ts';

const nothing = {
  audioSetupCompleted: false,
  'welcome-notification': false,
  introSeenAt: null,
  featureHintClosed: null,
};

test.each([
  ['nothing stored', null, nothing],
  ['no JSON', '{', nothing],
  ['something else', '[1]', nothing],
  ['an older version, which knew less', '{"audioSetupCompleted":true}', { ...nothing, audioSetupCompleted: true }],
  [
    'a part that cannot be read: the others stay',
    '{"audioSetupCompleted":true,"introSeenAt":"yesterday"}',
    { ...nothing, audioSetupCompleted: true },
  ],
  [
    'all of it',
    '{"audioSetupCompleted":true,"welcome-notification":true,"introSeenAt":"2026-01-02T03:04:05Z","featureHintClosed":"x"}',
    {
      audioSetupCompleted: true,
      'welcome-notification': true,
      introSeenAt: '2026-01-02T03:04:05Z',
      featureHintClosed: 'x',
    },
  ],
])('%s', (_what, text, flags) => {
  expect(readLocalFlags(text)).toMatchObject(flags);
});
