import { readFile } from 'node:fs/promises';
import { sine } from '@sidetone/signals/tones.ts';
import { PersonError } from '../person-error.ts';

/** Samples a second of everything a simulated person says and hears. */
export const sampleRate = 8000;

/** Something to say, as samples between −1 and 1 at 8 kHz. */
export interface Sound {
  readonly samples: Float32Array;
  /** Whether it begins again at its end, else silence follows. */
  readonly loops: boolean;
}

/** A steady tone of a whole number of Hz. */
export function toneSound(hertz: number): Sound {
  // One second holds a whole number of periods, so the loop has no click.
  return { samples: sine(Math.round(hertz), 1, sampleRate), loops: true };
}

/** Reads a WAV file to be said once. Throws `BAD_SOUND`. */
export async function wavSound(path: string): Promise<Sound> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new PersonError('BAD_SOUND', `${path} cannot be read`, { cause });
  });
  const { samples, rate } = readWav(bytes, path);
  return { samples: resample(samples, rate), loops: false };
}

interface Wav {
  readonly samples: Float32Array;
  readonly rate: number;
}

/** PCM of 8 to 32 bits or 32-bit float; several channels become one. */
export function readWav(bytes: Buffer, name: string): Wav {
  const fail = (why: string) => new PersonError('BAD_SOUND', `${name} ${why}`);
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') throw fail('is no WAV');
  let format: Buffer | undefined;
  let data: Buffer | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const id = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    if (id === 'fmt ') format = chunk;
    if (id === 'data') data = chunk;
    at += 8 + length + (length % 2);
  }
  if (!format || format.length < 16 || !data) throw fail('holds no sound');
  const channels = format.readUInt16LE(2);
  const rate = format.readUInt32LE(4);
  const width = format.readUInt16LE(14) / 8;
  const plain = format.readUInt16LE(0);
  // An extensible format names the real one at the start of its GUID.
  const kind = plain === 0xfffe && format.length >= 26 ? format.readUInt16LE(24) : plain;
  const isFloat = kind === 3 && width === 4;
  if (!(isFloat || (kind === 1 && [1, 2, 3, 4].includes(width))) || channels < 1 || rate < 1000) {
    throw fail('is in a format that nobody here can say: take PCM');
  }
  const sound = data;
  const sampleAt = (at: number): number => {
    if (isFloat) return sound.readFloatLE(at);
    return width === 1 ? sound.readUInt8(at) / 128 - 1 : sound.readIntLE(at, width) / 2 ** (8 * width - 1);
  };
  const samples = Float32Array.from({ length: Math.floor(sound.length / (width * channels)) }, (_, frame) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += sampleAt((frame * channels + channel) * width);
    return sum / channels;
  });
  return { samples, rate };
}

/** To 8 kHz: means of what falls into a sample where there is more, straight lines where there is less. */
function resample(samples: Float32Array, rate: number): Float32Array {
  const ratio = rate / sampleRate;
  if (ratio === 1) return samples;
  return Float32Array.from({ length: Math.floor(samples.length / ratio) }, (_, index) => {
    const from = index * ratio;
    const low = Math.floor(from);
    if (ratio < 1) {
      const share = from - low;
      return (samples[low] ?? 0) * (1 - share) + (samples[low + 1] ?? 0) * share;
    }
    const high = Math.max(low + 1, Math.floor(from + ratio));
    let sum = 0;
    for (let at = low; at < high; at++) sum += samples[at] ?? 0;
    return sum / (high - low);
  });
}
