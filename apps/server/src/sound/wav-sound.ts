import { type FileHandle, open } from 'node:fs/promises';

/** The sound of a WAV file of two channels with 16 bits, read piece by piece. */
export interface WavSound {
  readonly sampleRate: number;
  /** Samples of each channel. */
  readonly length: number;
  /** The next samples, both sides of equal length; empty at the end. */
  read(count: number): Promise<{ left: Int16Array; right: Int16Array }>;
  close(): Promise<void>;
}

const bytesPerSample = 4;
/** The chunks before the sound are small; whatever is larger is not ours. */
const longestHead = 4096;

/**
 * Opens a recording. The file itself says how long it is: its header may be older than its last sample, after kill -9.
 * Throws RangeError when it is not such a file.
 */
export async function openWav(path: string): Promise<WavSound> {
  const file = await open(path, 'r');
  try {
    const { sampleRate, dataAt } = await readHead(file);
    const { size } = await file.stat();
    const length = Math.max(0, Math.floor((size - dataAt) / bytesPerSample));
    let at = 0;
    return {
      sampleRate,
      length,
      async read(count) {
        const buffer = Buffer.alloc(Math.min(count, length - at) * bytesPerSample);
        const { bytesRead } = await file.read(buffer, 0, buffer.length, dataAt + at * bytesPerSample);
        const samples = Math.floor(bytesRead / bytesPerSample);
        at += samples;
        const [left, right] = [new Int16Array(samples), new Int16Array(samples)];
        for (let i = 0; i < samples; i++) {
          left[i] = buffer.readInt16LE(i * bytesPerSample);
          right[i] = buffer.readInt16LE(i * bytesPerSample + 2);
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

async function readHead(file: FileHandle): Promise<{ sampleRate: number; dataAt: number }> {
  const head = Buffer.alloc(longestHead);
  const { bytesRead } = await file.read(head, 0, longestHead, 0);
  const bad = (why: string) => new RangeError(`not a recording: ${why}`);
  if (bytesRead < 12 || head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') {
    throw bad('no RIFF WAVE');
  }
  let sampleRate = 0;
  for (let at = 12; at + 8 <= bytesRead; ) {
    const name = head.toString('latin1', at, at + 4);
    const size = head.readUInt32LE(at + 4);
    const body = at + 8;
    if (name === 'data') {
      if (sampleRate === 0) throw bad('its sound comes before its format');
      return { sampleRate, dataAt: body };
    }
    if (name === 'fmt ' && body + 16 <= bytesRead) {
      const [kind, channels, bits] = [
        head.readUInt16LE(body),
        head.readUInt16LE(body + 2),
        head.readUInt16LE(body + 14),
      ];
      if (kind !== 1 || channels !== 2 || bits !== 16) throw bad('not two channels of 16 bits');
      sampleRate = head.readUInt32LE(body + 4);
    }
    at = body + size + (size & 1);
  }
  throw bad('no sound in it');
}
