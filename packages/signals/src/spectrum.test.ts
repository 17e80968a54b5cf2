import { expect, test } from 'vitest';
import { powerOf, shareAt, toneIn } from './spectrum.ts';
import { monoWav, sine } from './tones.ts';

test('a pure tone has nearly all its power at its own frequency', () => {
  const voice = sine(440, 1, 8000);
  expect(shareAt(440, voice, 8000)).toBeGreaterThan(0.99);
  expect(shareAt(1000, voice, 8000)).toBeLessThan(0.01);
});

test('two tones share the power, and the tone that is not there is not heard', () => {
  const quiet = sine(1000, 1, 48_000, 0.125);
  const both = sine(440, 1, 48_000).map((sample, i) => sample + (quiet[i] ?? 0));
  expect(toneIn(both, 48_000, [1000, 425, 440])).toBe(440);
  expect(shareAt(1000, both, 48_000)).toBeGreaterThan(0.03);
});

test('a tone with breaks is heard all the same', () => {
  const busy = sine(425, 2, 8000).map((sample, i) => (i % 3840 < 1920 ? sample : 0));
  expect(toneIn(busy, 8000, [440, 425])).toBe(425);
});

test('silence has no tone', () => {
  const silence = new Float32Array(800);
  expect(powerOf(silence)).toBe(0);
  expect(toneIn(silence, 8000, [440, 1000])).toBeUndefined();
});

test('a WAV file names its rate and length', () => {
  const wav = monoWav(sine(440, 0.5, 48_000), 48_000);
  expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
  expect(wav.readUInt32LE(24)).toBe(48_000);
  expect(wav.readUInt32LE(40)).toBe(48_000);
  expect(wav.length).toBe(44 + 48_000);
});
