import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Path of a mono 16-bit WAV with ten seconds of a sine at half scale. Ten seconds hold a whole number of periods, so
 * that a looped microphone has no click.
 */
export function tone(frequency: number, sampleRate = 48_000): string {
  const folder = join(tmpdir(), 'sidetone-tones');
  const file = join(folder, `${frequency}-${sampleRate}.wav`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const samples = sampleRate * 10;
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(sampleRate, 24);
  wav.writeUInt32LE(sampleRate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let n = 0; n < samples; n += 1) {
    wav.writeInt16LE(Math.round(16_384 * Math.sin((2 * Math.PI * frequency * n) / sampleRate)), 44 + n * 2);
  }
  writeFileSync(file, wav);
  return file;
}
