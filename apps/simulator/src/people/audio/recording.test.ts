import { sine } from '@sidetone/signals/tones.ts';
import { expect, test } from 'vitest';
import { loudnessOf, Recording, tonesIn } from './recording.ts';

const joined = (...parts: Float32Array[]) => Float32Array.from(parts.flatMap((part) => [...part]));
const silence = (seconds: number) => new Float32Array(seconds * 8000);

test('packets land where their timestamps say, lost ones are silence and late ones are gone', () => {
  const recording = new Recording();
  const near = 2 ** 32 - 2;
  recording.take(near, Float32Array.from([0.1, 0.2]));
  recording.take(2, Float32Array.from([0.5]));
  recording.take(0, Float32Array.from([0.9, 0.9]));
  expect(Array.from(recording.since(), (sample) => sample.toFixed(1))).toEqual(['0.1', '0.2', '0.0', '0.0', '0.5']);
  expect(recording.since(4)).toHaveLength(1);
});

test('a sender that restarts its count is heard immediately', () => {
  const recording = new Recording();
  recording.take(1_000_000, silence(0.02));
  recording.take(5, silence(0.02));
  recording.take(3_000_000_000, silence(0.02));
  expect(recording.length).toBe(480);
});

test('loudness is the amplitude, and what was not heard counts as silence', () => {
  const heard = loudnessOf(sine(440, 0.4, 8000, 0.5), 0.8, [440, 1000]);
  expect(heard[440]).toBeCloseTo(0.25, 2);
  expect(heard[1000]).toBeLessThan(0.01);
  expect(loudnessOf(new Float32Array(0), 0.8, [440])).toEqual({ 440: 0 });
});

test('tones are found without asking for them, the longest first', () => {
  const key = sine(770, 0.4, 8000, 0.3).map((sample, index) => sample + (sine(1336, 0.4, 8000, 0.3)[index] ?? 0));
  const heard = tonesIn(joined(silence(0.3), sine(440, 2, 8000), silence(0.5), sine(1000, 1, 8000), key));
  expect(heard.slice(0, 2)).toEqual([
    { hertz: 440, seconds: 2 },
    { hertz: 1000, seconds: 1 },
  ]);
  expect(
    heard
      .slice(2)
      .map(({ hertz }) => Math.round(hertz / 10) * 10)
      .sort(),
  ).toEqual([1340, 770]);
  expect(tonesIn(silence(2))).toEqual([]);
});
