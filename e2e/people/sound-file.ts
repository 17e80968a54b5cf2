import { readFileSync } from 'node:fs';
import { powerOf, shareAt } from '@sidetone/signals/spectrum.ts';
import { readMono } from '@sidetone/wav/wav.ts';
import type { Loudness } from './listening.ts';

/**
 * Amplitude (1 is full scale) of each frequency in the second half of a WAV file, where the call is sure to have been
 * up. Throws when the file is no WAV or holds less than half a second.
 */
export function strengthsInFile(file: string, frequencies: readonly number[]): Loudness {
  const { samples, sampleRate: rate } = readMono(readFileSync(file));
  const half = samples.subarray(samples.length >> 1);
  if (half.length < rate / 4) throw new Error(`${file} holds only ${(samples.length / rate).toFixed(2)} s`);
  const power = powerOf(half);
  return Object.fromEntries(frequencies.map((hz) => [hz, Math.sqrt(2 * power * shareAt(hz, half, rate))]));
}

/** The longest time between the first and the last moment of a tone in a WAV file in which it is not there, by its spectrum. */
export function longestGapInFile(file: string, hertz: number): number {
  const { samples, sampleRate: rate } = readMono(readFileSync(file));
  const [length, step] = [Math.round(rate / 25), Math.round(rate / 50)];
  const heard: number[] = [];
  for (let at = 0; at + length <= samples.length; at += step) {
    const window = samples.subarray(at, at + length);
    if (powerOf(window) > leastPower && shareAt(hertz, window, rate) > 0.5) heard.push(at);
  }
  if (heard.length === 0) throw new Error(`${file} holds no tone of ${hertz} Hz`);
  const gaps = heard.slice(1).map((at, index) => at - (heard[index] ?? 0) - step);
  return (Math.max(0, ...gaps) / rate) * 1000;
}

/** Of samples from -1 to 1: far below the tones of tests. */
const leastPower = 0.0001;
