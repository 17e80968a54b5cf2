import { expect, test } from 'vitest';
import { startRoute } from './start-route.ts';

test.each([
  { completed: true, path: null, audio: true, to: '/main' },
  { completed: true, path: '/setup/done', audio: true, to: '/main' },
  { completed: true, path: null, audio: false, to: '/audio-setup' },
  { completed: false, path: null, audio: true, to: '/setup' },
  { completed: false, path: null, audio: false, to: '/setup' },
  { completed: false, path: '/setup/integrations', audio: false, to: '/setup/integrations' },
  { completed: false, path: '/setup/done', audio: true, to: '/setup/done' },
  { completed: false, path: '//elsewhere.example', audio: true, to: '/setup' },
  { completed: false, path: '/no-such-page', audio: true, to: '/setup' },
])('onboarding completed: $completed, at $path, sound set up: $audio: $to', ({ completed, path, audio, to }) => {
  expect(startRoute({ onboarding: { completed, path }, audioSetupCompleted: audio })).toBe(to);
});
