import { readFileSync } from 'node:fs';
import type { Loudness } from './listening.ts';

/**
 * Amplitude (1 is full scale) of each frequency in the second half of a mono or stereo 16-bit WAV, where the call is
 * sure to have been up. Throws when the file is no such WAV or holds less than half a second.
 */
export function strengthsInFile(file: string, frequencies: readonly number[]): Loudness {
  const bytes = readFileSync(file);
  const format = bytes.indexOf('fmt ');
  const data = bytes.indexOf('data');
  if (format < 0 || data < 0) throw new Error(`${file} is no WAV`);
  const channels = bytes.readUInt16LE(format + 10);
  const rate = bytes.readUInt32LE(format + 12);
  const bits = bytes.readUInt16LE(format + 22);
  if (bits !== 16) throw new Error(`${file} has ${bits} bits a sample`);
  const frames = Math.floor((bytes.length - data - 8) / (2 * channels));
  const from = Math.floor(frames / 2);
  if (frames - from < rate / 4) throw new Error(`${file} holds only ${(frames / rate).toFixed(2)} s`);
  const result: Loudness = {};
  for (const hz of frequencies) {
    const turn = 2 * Math.cos((2 * Math.PI * hz) / rate);
    let before = 0;
    let last = 0;
    for (let frame = from; frame < frames; frame += 1) {
      const next = bytes.readInt16LE(data + 8 + frame * 2 * channels) / 32_768 + turn * last - before;
      before = last;
      last = next;
    }
    const power = Math.max(last * last + before * before - turn * last * before, 0);
    result[hz] = (2 * Math.sqrt(power)) / (frames - from);
  }
  return result;
}
