import { readFileSync } from 'node:fs';
import type { Voice } from '@sidetone/signals/recording.ts';
import { expect } from 'vitest';
import { mp3Writer } from '../mp3-writer.ts';

/** A frame as its header says (ISO/IEC 11172-3 §2.4.2.3). */
export interface Mp3Frame {
  readonly bytes: Buffer;
  /** 0 is stereo, 1 joint stereo, 3 mono. */
  readonly mode: number;
  /** How far its main data begin before it, in bytes. */
  readonly reservoir: number;
}

const kbits = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/** All frames of a file of 16 kHz, a tag at its start too. */
export function framesOf(mp3: string): Mp3Frame[] {
  const file = readFileSync(mp3);
  const frames: Mp3Frame[] = [];
  for (let from = 0; from < file.length; ) {
    expect(file.readUInt16BE(from) & 0xfff6).toBe(0xfff2); // MPEG-2, Layer III
    const length = Math.floor((72_000 * (kbits[(file[from + 2] ?? 0) >> 4] ?? 0)) / 16_000);
    const bytes = file.subarray(from, from + length);
    if (bytes.length < length) break;
    frames.push({ bytes, mode: (bytes[3] ?? 0) >> 6, reservoir: bytes[4] ?? 0 });
    from += length;
  }
  return frames;
}

/** Writes an MP3 as earlier releases kept it: each frame as small as its sound allows. */
export async function unevenMp3(path: string, given: { seconds: number; left: Voice; right: Voice }): Promise<void> {
  const writer = await mp3Writer(path, 16_000);
  const samples = { length: given.seconds * 16_000 };
  const side = (voice: Voice) => Int16Array.from(samples, (_: unknown, at: number) => Math.round(voice(at) * 32_767));
  await writer.add(side(given.left), side(given.right));
  await writer.finish();
}
