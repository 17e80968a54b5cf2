import { writeFile } from 'node:fs/promises';
import { wavOf } from '@sidetone/wav/wav.ts';

/** A sine as samples between −1 and 1. */
export function sine(hertz: number, seconds: number, sampleRate: number, amplitude = 0.5): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, i) => {
    return amplitude * Math.sin((2 * Math.PI * hertz * i) / sampleRate);
  });
}

/** A 16-bit mono WAV file's bytes from samples between −1 and 1. */
export const monoWav = (samples: Float32Array, sampleRate: number): Buffer =>
  wavOf([Int16Array.from(samples, sixteenBits)], sampleRate);

/** A sample between −1 and 1 as a number of 16 bits. */
export const sixteenBits = (sample: number): number => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);

/**
 * Writes a person's voice for Chromium's `--use-file-for-fake-audio-capture`: one steady tone, by which whoever hears
 * it knows who speaks. The length is a whole number of periods, so that the loop has no click.
 */
export async function writeVoice(path: string, hertz: number, seconds = 4): Promise<void> {
  const sampleRate = 48_000;
  const wholePeriods = Math.max(1, Math.round(hertz * seconds)) / hertz;
  await writeFile(path, monoWav(sine(hertz, wholePeriods, sampleRate), sampleRate));
}
