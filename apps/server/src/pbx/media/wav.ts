import { open } from 'node:fs/promises';
import { MediaError } from './media.ts';

/** Where the samples of a WAV file lie and what they are. */
export interface WavShape {
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitsPerSample: number;
  /** Byte at which the samples begin. */
  readonly dataStart: number;
  /** Bytes of samples as the header says; a file that was cut off has fewer. */
  readonly dataLength: number;
}

/** Bytes of a header as `wavHeader` writes it. */
export const wavHeaderLength = 44;
const pcm = 1;
const extensible = 0xfffe;
/** Whatever stands in front of the samples, titles and pictures too, fits in here. */
const mostHeaderBytes = 1 << 20;

/** A header for 16-bit samples of which there are `dataLength` bytes. */
export function wavHeader(shape: { sampleRate: number; channels: number }, dataLength: number): Buffer {
  const { sampleRate, channels } = shape;
  const header = Buffer.alloc(wavHeaderLength);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(dataLength + wavHeaderLength - 8, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(pcm, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * channels * 2, 28);
  header.writeUInt16LE(channels * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataLength, 40);
  return header;
}

/** Reads a WAV file's header from its beginning. Throws `MediaError` BAD_SOUND_FILE for what is no PCM in WAV. */
export function readWav(bytes: Buffer): WavShape {
  if (bytes.length < 12 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') {
    throw new MediaError('BAD_SOUND_FILE', 'this is no WAV file');
  }
  let format: Pick<WavShape, 'sampleRate' | 'channels' | 'bitsPerSample'> | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    if (name === 'data' && format !== undefined) return { ...format, dataStart: at + 8, dataLength: length };
    if (name === 'fmt ' && length >= 16 && at + 24 <= bytes.length) {
      const coding = bytes.readUInt16LE(at + 8);
      if (coding !== pcm && coding !== extensible) {
        throw new MediaError('BAD_SOUND_FILE', 'the WAV file is compressed; only plain PCM can be played');
      }
      format = {
        channels: bytes.readUInt16LE(at + 10),
        sampleRate: bytes.readUInt32LE(at + 12),
        bitsPerSample: bytes.readUInt16LE(at + 22),
      };
    }
    at += 8 + length + (length % 2); // chunks begin at even bytes
  }
  throw new MediaError('BAD_SOUND_FILE', 'the WAV file has no samples');
}

/**
 * Makes the header of a file that was cut off (kill -9, a full disk) say what the file really holds, and cuts a sample
 * that is not whole. A file that is in order stays as it is. Throws `MediaError` BAD_SOUND_FILE for what is no WAV file,
 * and the system's error where the file can't be read or written.
 */
export async function repairWav(path: string): Promise<{ readonly durationMs: number }> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(Math.min(size, mostHeaderBytes));
    await file.read(head, 0, head.length, 0);
    const { dataStart, dataLength, channels, bitsPerSample, sampleRate } = readWav(head);
    const block = (channels * bitsPerSample) / 8;
    if (block === 0 || sampleRate === 0) throw new MediaError('BAD_SOUND_FILE', 'the WAV file has no channels');
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

async function writeNumber(file: Awaited<ReturnType<typeof open>>, value: number, at: number): Promise<void> {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  await file.write(bytes, 0, 4, at);
}

/** The left channel of a recording of two, as a WAV file of one. Throws `MediaError` BAD_SOUND_FILE. */
export function leftChannel(bytes: Buffer): Buffer {
  const { sampleRate, channels, bitsPerSample, dataStart } = readWav(bytes);
  if (channels !== 2 || bitsPerSample !== 16) throw new MediaError('BAD_SOUND_FILE', 'this is no recording');
  const frames = Math.floor((bytes.length - dataStart) / 4);
  const samples = Buffer.alloc(frames * 2);
  for (let i = 0; i < frames; i++) bytes.copy(samples, i * 2, dataStart + i * 4, dataStart + i * 4 + 2);
  return Buffer.concat([wavHeader({ sampleRate, channels: 1 }, samples.length), samples]);
}
