import { headerBytes, pcm, wavBytes } from './write-wav.ts';

/** Why a file cannot be taken for a WAV file of plain samples. */
export class WavError extends Error {
  readonly code = 'BAD_SOUND_FILE';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WavError';
  }
}

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

/** Samples between −1 and 1, of one channel. */
export interface MonoSound {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

// How samples are written: format tags of the `fmt ` chunk.
const float = 3;
const extensible = 0xfffe;

/** A header for 16-bit samples of which there are `dataLength` bytes. */
export function wavHeader(shape: Pick<WavShape, 'sampleRate' | 'channels'>, dataLength: number): Buffer {
  return Buffer.from(headerBytes(shape, dataLength).buffer);
}

/** A whole file of 16-bit samples, from channels of equal length. */
export function wavOf(channels: readonly Int16Array[], sampleRate: number): Buffer {
  return Buffer.from(wavBytes(channels, sampleRate).buffer);
}

/** Reads a WAV file's header from its beginning. Throws `WavError` for what is no PCM in WAV. */
export function readWav(bytes: Buffer): WavShape {
  const { coding, ...shape } = shapeOf(bytes);
  if (coding !== pcm) throw new WavError('the WAV file is compressed; only plain PCM can be played');
  return shape;
}

/**
 * The samples of a whole WAV file: PCM of 8 to 32 bits or floats of 32; several channels become one. Throws `WavError`
 * for anything else.
 */
export function readMono(bytes: Buffer): MonoSound {
  const { coding, channels, sampleRate, bitsPerSample, dataStart, dataLength } = shapeOf(bytes);
  const width = bitsPerSample / 8;
  const isReadable = coding === float ? width === 4 : coding === pcm && [1, 2, 3, 4].includes(width);
  if (!isReadable || channels === 0 || sampleRate === 0) {
    throw new WavError('the samples of the WAV file are in no format that can be read: take PCM');
  }
  const data = bytes.subarray(dataStart, dataStart + dataLength);
  const sampleAt = (at: number): number => {
    if (coding === float) return data.readFloatLE(at);
    // Eight bits alone have no sign.
    return width === 1 ? data.readUInt8(at) / 128 - 1 : data.readIntLE(at, width) / 2 ** (bitsPerSample - 1);
  };
  const samples = Float32Array.from({ length: Math.floor(data.length / (width * channels)) }, (_, frame) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += sampleAt((frame * channels + channel) * width);
    return sum / channels;
  });
  return { samples, sampleRate };
}

function shapeOf(bytes: Buffer): WavShape & { readonly coding: number } {
  if (bytes.length < 12 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') {
    throw new WavError('this is no WAV file');
  }
  let format: ReturnType<typeof formatOf> | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    if (name === 'data' && format !== undefined) return { ...format, dataStart: at + 8, dataLength: length };
    if (name === 'fmt ' && length >= 16 && at + 24 <= bytes.length) {
      format = formatOf(bytes.subarray(at + 8, at + 8 + length));
    }
    at += 8 + length + (length % 2); // chunks begin at even bytes
  }
  throw new WavError('the WAV file has no samples');
}

function formatOf(chunk: Buffer) {
  const tag = chunk.readUInt16LE(0);
  // An extensible format names the real one at the beginning of its GUID.
  const coding = tag !== extensible ? tag : chunk.length >= 26 ? chunk.readUInt16LE(24) : pcm;
  return {
    coding,
    channels: chunk.readUInt16LE(2),
    sampleRate: chunk.readUInt32LE(4),
    bitsPerSample: chunk.readUInt16LE(14),
  };
}
