import { expect, test } from 'vitest';
import { toneIn } from './hears-tone.ts';

const rate = 16_000;
const sine = (hertz: number, amplitude = 0.25) =>
  Float32Array.from({ length: rate / 10 }, (_, at) => amplitude * Math.sin((2 * Math.PI * hertz * at) / rate));
const mixed = (one: Float32Array, other: Float32Array) => one.map((sample, at) => sample + (other[at] ?? 0));

test('a tone is distinguished from another one and from silence, and heard beside a voice of the same loudness', () => {
  expect(toneIn(sine(1100), rate, 1100).part).toBeGreaterThan(0.95);
  expect(toneIn(sine(700), rate, 1100).part).toBeLessThan(0.05);
  expect(toneIn(new Float32Array(1600), rate, 1100)).toEqual({ level: 0, part: 0 });
  expect(toneIn(new Float32Array(0), rate, 1100)).toEqual({ level: 0, part: 0 });
  expect(toneIn(mixed(sine(1100), sine(300)), rate, 1100).part).toBeGreaterThan(0.4);
});
