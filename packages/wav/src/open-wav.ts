import { type FileHandle, open } from 'node:fs/promises';
import { readWav, WavError, type WavShape } from './wav.ts';

/** The sound of a WAV file of two channels with 16 bits, read piece by piece. */
interface WavSound {
  readonly sampleRate: number;
  /** Samples of each channel. */
  readonly length: number;
  /** Goes on at this sample. */
  seek(sample: number): void;
  /** The next samples, both sides of equal length; empty at the end. */
  read(count: number): Promise<{ left: Int16Array; right: Int16Array }>;
  close(): Promise<void>;
}

const bytesPerSample = 4;
/** The chunks before the sound are small; whatever is larger is not ours. */
const longestHead = 4096;

/**
 * Opens a recording. The file itself says how long it is: its header may be older than its last sample, after kill -9.
 * Throws `WavError` when it is no such file.
 */
export async function openWav(path: string): Promise<WavSound> {
  const file = await open(path, 'r');
  try {
    const { sampleRate, dataStart } = await readHead(file);
    const { size } = await file.stat();
    const length = Math.max(0, Math.floor((size - dataStart) / bytesPerSample));
    let at = 0;
    let buffer = Buffer.alloc(0);
    return {
      sampleRate,
      length,
      seek(sample) {
        at = Math.max(0, Math.min(sample, length));
      },
      async read(count) {
        const bytes = Math.min(count, length - at) * bytesPerSample;
        // The same again: hours of sound are read in thousands of pieces, and the collector comes late for buffers.
        if (buffer.length < bytes) buffer = Buffer.alloc(bytes);
        const { bytesRead } = await file.read(buffer, 0, bytes, dataStart + at * bytesPerSample);
        const samples = Math.floor(bytesRead / bytesPerSample);
        at += samples;
        const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
        const [left, right] = [new Int16Array(samples), new Int16Array(samples)];
        for (let i = 0; i < samples; i++) {
          left[i] = view.getInt16(i * bytesPerSample, true);
          right[i] = view.getInt16(i * bytesPerSample + 2, true);
        }
        return { left, right };
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readHead(file: FileHandle): Promise<{ sampleRate: number; dataStart: number }> {
  const head = Buffer.alloc(longestHead);
  const { bytesRead } = await file.read(head, 0, longestHead, 0);
  const { sampleRate, channels, bitsPerSample, dataStart } = shapeIn(head.subarray(0, bytesRead));
  if (channels !== 2 || bitsPerSample !== 16 || sampleRate === 0) {
    throw new WavError('not a recording: not two channels of 16 bits');
  }
  return { sampleRate, dataStart };
}

const shapeIn = (head: Buffer): WavShape => {
  try {
    return readWav(head);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new WavError(`not a recording: ${why}`, { cause: error });
  }
};
