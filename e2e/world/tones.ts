import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monoWav, sine } from '@sidetone/signals/tones.ts';

/**
 * Path of a mono 16-bit WAV with a sine at half scale: ten seconds for a browser, which loops them, and four minutes at
 * 8 kHz, as a desk phone hangs up at the end of its file, however slowly its story goes. Whole seconds hold a whole number
 * of periods, so that a looped microphone has no click.
 */
export function tone(frequency: number, sampleRate = 48_000): string {
  const seconds = sampleRate <= 16_000 ? 240 : 10;
  const folder = join(tmpdir(), 'sidetone-tones');
  const file = join(folder, `${frequency}-${sampleRate}-${seconds}.wav`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  // A reader at the same moment finds the whole file or none.
  writeFileSync(`${file}.${process.pid}`, monoWav(sine(frequency, seconds, sampleRate), sampleRate));
  renameSync(`${file}.${process.pid}`, file);
  return file;
}
