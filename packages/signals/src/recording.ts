import { writeFileSync } from 'node:fs';

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
  const bytes = samples * 4;
  const file = Buffer.alloc(44 + bytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(isUnfinished ? 36 : 36 + bytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(2, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 4, 28);
  file.writeUInt16LE(4, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(isUnfinished ? 0 : bytes, 40);
  for (let i = 0; i < samples; i++) {
    file.writeInt16LE(Math.round(left(i) * 32_767), 44 + i * 4);
    file.writeInt16LE(Math.round(right(i) * 32_767), 46 + i * 4);
  }
  writeFileSync(path, file);
}
