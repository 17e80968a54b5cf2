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
