import { expect, test } from 'vitest';
import { missingAmong } from './devices.ts';

const input = { kind: 'audioinput', deviceId: 'in' } as const;
const output = { kind: 'audiooutput', deviceId: 'out' } as const;
const camera = { kind: 'videoinput', deviceId: 'cam' } as const;

test.each([
  ['both', [input, output], true, null],
  ['no microphone', [output], true, 'NO_MICROPHONE'],
  ['no speakers', [input], true, 'NO_SPEAKERS'],
  ['neither', [camera], true, 'NO_AUDIO_DEVICES'],
  ['a browser that lists no outputs, with a microphone', [input], false, null],
  ['a browser that lists no outputs, without a microphone', [camera], false, 'NO_MICROPHONE'],
  ['a list from before the user allowed anything', [{ kind: 'videoinput', deviceId: '' } as const], true, null],
  ['an empty list', [], true, null],
] as const)('%s', (_name, list, listsOutputs, missing) => {
  expect(missingAmong(list, listsOutputs)).toBe(missing);
});
