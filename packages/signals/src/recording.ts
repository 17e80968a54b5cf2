import { writeFileSync } from 'node:fs';
import { wavHeader, wavOf } from '@sidetone/wav/wav.ts';
import { sixteenBits } from './tones.ts';

/** What one side says at a sample, from -1 to 1. */
export type Voice = (sample: number) => number;

export const silence: Voice = () => 0;
export const tone =
  (hertz: number, sampleRate = 16_000): Voice =>
  (sample) =>
    0.3 * Math.sin((2 * Math.PI * hertz * sample) / sampleRate);
/** Loudest noise in bursts, which an encoder spends all its reserves on; the same at each run. */
export const bursts: Voice = (sample) => {
  if (Math.floor(sample / 3000) % 4 !== 0) return 0;
  const mixed = Math.imul(sample ^ 0x9e37_79b9, 0x85eb_ca6b);
  return ((mixed ^ (mixed >>> 13)) % 32_768) / 32_768;
};

/** Writes a recording as media does: two channels of 16 bits, whose header may not know the length yet. */
export function writeWav(
  path: string,
  {
    seconds,
    left,
    right,
    sampleRate = 16_000,
    isUnfinished = false,
  }: {
    seconds: number;
    left: Voice;
    right: Voice;
    sampleRate?: number;
    isUnfinished?: boolean;
  },
): void {
  const samples = Math.round(seconds * sampleRate);
  const said = (voice: Voice) => Int16Array.from({ length: samples }, (_, at) => sixteenBits(voice(at)));
  const file = wavOf([said(left), said(right)], sampleRate);
  if (isUnfinished) wavHeader({ sampleRate, channels: 2 }, 0).copy(file);
  writeFileSync(path, file);
}
