import { readWav, type WavShape } from '@sidetone/wav/wav.ts';

const playableRates = [8000, 16_000, 48_000];
/** A sound that is shorter seems like a fault. */
const shortestSeconds = 1;

/** A WAV file that can be played to callers. */
interface PlayableWav {
  readonly wav: Buffer;
  readonly durationMs: number;
}

/**
 * A WAV file that someone uploaded, as far as it can be played to callers: one channel, 16 bits, 8, 16 or 48 kHz, a
 * second or more. Throws RangeError that says why not.
 */
export function playableWav(bytes: unknown): PlayableWav {
  if (!Buffer.isBuffer(bytes)) throw new RangeError('Send the WAV file itself, as audio/wav.');
  const { channels, bitsPerSample, sampleRate, dataStart, dataLength } = shapeOf(bytes);
  if (channels !== 1) throw new RangeError(`The file has ${channels} channels; it must have one.`);
  if (bitsPerSample !== 16) throw new RangeError(`The file has ${bitsPerSample} bits a sample; it must have 16.`);
  if (!playableRates.includes(sampleRate)) {
    throw new RangeError(`The file has ${sampleRate} Hz; play 8000, 16000 or 48000.`);
  }
  const seconds = Math.min(dataLength, bytes.length - dataStart) / 2 / sampleRate;
  if (seconds < shortestSeconds) throw new RangeError('The file is shorter than a second.');
  return { wav: bytes, durationMs: Math.round(seconds * 1000) };
}

const shapeOf = (bytes: Buffer): WavShape => {
  try {
    return readWav(bytes);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it is no WAV file';
    throw new RangeError(`This cannot be played: ${why}.`, { cause: error });
  }
};
