import { writeFile } from 'node:fs/promises';

/** A sine as samples between −1 and 1. */
export function sine(hertz: number, seconds: number, sampleRate: number, amplitude = 0.5): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, i) => {
    return amplitude * Math.sin((2 * Math.PI * hertz * i) / sampleRate);
  });
}

/** A 16-bit mono WAV file's bytes from samples between −1 and 1. */
export function wavOf(samples: Float32Array, sampleRate: number): Buffer {
  const wav = Buffer.alloc(44 + samples.length * 2);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20); // PCM
  wav.writeUInt16LE(1, 22); // mono
  wav.writeUInt32LE(sampleRate, 24);
  wav.writeUInt32LE(sampleRate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(samples.length * 2, 40);
  for (const [i, sample] of samples.entries()) {
    wav.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), 44 + i * 2);
  }
  return wav;
}

/**
 * Writes a person's voice for Chromium's `--use-file-for-fake-audio-capture`: one steady tone, by which whoever hears
 * it knows who speaks. The length is a whole number of periods, so that the loop has no click.
 */
export async function writeVoice(path: string, hertz: number, seconds = 4): Promise<void> {
  const sampleRate = 48_000;
  const wholePeriods = Math.max(1, Math.round(hertz * seconds)) / hertz;
  await writeFile(path, wavOf(sine(hertz, wholePeriods, sampleRate), sampleRate));
}
