import { readFile } from 'node:fs/promises';
import { sine } from '@sidetone/signals/tones.ts';
import { type MonoSound, readMono, WavError } from '@sidetone/wav/wav.ts';
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
  const { samples, sampleRate: rate } = soundIn(bytes, path);
  return { samples: resample(samples, rate), loops: false };
}

function soundIn(bytes: Buffer, name: string): MonoSound {
  try {
    return readMono(bytes);
  } catch (error) {
    if (!(error instanceof WavError)) throw error;
    throw new PersonError('BAD_SOUND', `${name} cannot be said: ${error.message}`, { cause: error });
  }
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
