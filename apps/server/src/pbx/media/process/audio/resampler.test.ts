import { powerOf, shareAt } from '@sidetone/signals/spectrum.ts';
import { sine } from '@sidetone/signals/tones.ts';
import { expect, test } from 'vitest';
import { Resampler } from './resampler.ts';

const rates = [8000, 16_000, 48_000];

function resample(from: number, to: number, hertz: number): Int16Array {
  const samples = Int16Array.from(sine(hertz, 1, from), (sample) => sample * 16_000);
  const resampler = new Resampler(from, to);
  const blocks: number[] = [];
  for (let at = 0; at < samples.length; at += from / 50) {
    blocks.push(...resampler.process(samples.subarray(at, at + from / 50)));
  }
  return Int16Array.from(blocks);
}

test('a tone of speech keeps its height, loudness and length at every rate', () => {
  for (const from of rates) {
    for (const to of rates) {
      for (const hertz of [300, 1000, 3000]) {
        const out = resample(from, to, hertz);
        expect(out.length).toBe(to);
        const steady = out.subarray(to / 10);
        expect(shareAt(hertz, steady, to)).toBeGreaterThan(0.99);
        expect(powerOf(steady) / (8000 ** 2 / 2)).toBeGreaterThan(0.85);
        expect(powerOf(steady) / (8000 ** 2 / 2)).toBeLessThan(1.15);
      }
    }
  }
});

test('what the slower rate cannot carry is gone instead of folded back', () => {
  const loud = 8000 ** 2 / 2;
  for (const [from, to, hertz] of [
    [16_000, 8000, 5000],
    [48_000, 8000, 5000],
    [48_000, 16_000, 9500],
    [48_000, 16_000, 20_000],
  ] as const) {
    expect(powerOf(resample(from, to, hertz).subarray(to / 10)) / loud).toBeLessThan(1e-4);
  }
});

test('made faster, a tone has no mirror image above it', () => {
  const out = resample(8000, 16_000, 3000).subarray(1600);
  expect(shareAt(5000, out, 16_000)).toBeLessThan(1e-4);
});
