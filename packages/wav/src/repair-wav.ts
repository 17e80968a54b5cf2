import { type FileHandle, open } from 'node:fs/promises';
import { readWav, WavError } from './wav.ts';

/** Whatever comes before the samples, titles and pictures too, fits in here. */
const mostHeaderBytes = 1 << 20;

/**
 * Makes the header of a file that was cut off (kill -9, a full disk) say what the file really holds, and cuts a sample
 * that is not whole. A file that is in order stays as it is. Throws `WavError` for what is no WAV file, and the system's
 * error where the file can't be read or written.
 */
export async function repairWav(path: string): Promise<{ readonly durationMs: number }> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(Math.min(size, mostHeaderBytes));
    await file.read(head, 0, head.length, 0);
    const { dataStart, dataLength, channels, bitsPerSample, sampleRate } = readWav(head);
    const block = (channels * bitsPerSample) / 8;
    if (block === 0 || sampleRate === 0) throw new WavError('the WAV file has no channels');
    const whole = size - dataStart - ((size - dataStart) % block);
    if (whole !== dataLength || dataStart + whole !== size) {
      await file.truncate(dataStart + whole);
      await writeNumber(file, dataStart + whole - 8, 4);
      await writeNumber(file, whole, dataStart - 4);
      await file.sync();
    }
    return { durationMs: Math.round((whole / block / sampleRate) * 1000) };
  } finally {
    await file.close();
  }
}

async function writeNumber(file: FileHandle, value: number, at: number): Promise<void> {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  await file.write(bytes, 0, 4, at);
}
