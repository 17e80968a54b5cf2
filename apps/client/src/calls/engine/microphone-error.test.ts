import { expect, test } from 'vitest';
import { MicrophoneError } from '#audio/microphone.ts';
import { microphoneCallError } from './microphone-error.ts';

test.each([
  ['missing', 'MICROPHONE_NOT_FOUND'],
  ['failed', 'MICROPHONE_ERROR'],
  ['denied', 'MICROPHONE_DENIED'],
  ['insecure', 'NOT_SECURE'],
  ['trackless', 'AUDIO_CREATION_ERROR'],
] as const)('a microphone that is %s reads %s', (problem, code) => {
  expect(microphoneCallError(new MicrophoneError(problem)).code).toBe(code);
});

test('every other problem with a microphone is a microphone error', () => {
  expect(microphoneCallError(new Error('?')).code).toBe('MICROPHONE_ERROR');
});
