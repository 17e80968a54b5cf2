import { readFileSync } from 'node:fs';
import { readWav } from '@sidetone/wav/wav.ts';

const folder = new URL('../../apps/server/assets/sounds/', import.meta.url);

/**
 * The place in a queue that is said in German somewhere in what was heard, samples at 8 kHz: the file that resembles a part of
 * it most. Null where none does.
 */
export function placeSaidIn(heard: Float32Array): string | null {
  const places = ['1', '2', '3', 'later'].map((place) => ({
    place,
    likeness: likeness(heard, samplesOf(`places/place-${place}`)),
  }));
  const best = places.reduce((most, one) => (one.likeness > most.likeness ? one : most));
  return best.likeness > 0.6 ? best.place : null;
}

/** Whether a sentence of the server, by its file without the language, was said in German lately; its beginning is enough. */
export function isSaidIn(heard: Float32Array, sentence: string): boolean {
  const said = samplesOf(sentence).subarray(0, 9600);
  return likeness(halved(heard.subarray(-20 * 8000)), halved(said)) > 0.6;
}

/** The same at half its rate: enough to tell sentences apart, in a quarter of the time. */
const halved = (samples: Float32Array): Float32Array =>
  Float32Array.from(
    { length: Math.floor(samples.length / 2) },
    (_, at) => ((samples[2 * at] ?? 0) + (samples[2 * at + 1] ?? 0)) / 2,
  );

/** The file at 8 kHz, half of its own rate. */
function samplesOf(sentence: string): Float32Array {
  const wav = readFileSync(new URL(`${sentence}.de.wav`, folder));
  const { dataStart } = readWav(wav);
  const length = Math.floor((wav.length - dataStart) / 4);
  return Float32Array.from({ length }, (_, index) => {
    const at = dataStart + index * 4;
    return (wav.readInt16LE(at) + wav.readInt16LE(at + 2)) / 65_536;
  });
}

/** How much a part of the sound is like another one: 1 is the same, whatever the level. */
function likeness(sound: Float32Array, part: Float32Array): number {
  const energies = sumsOfSquares(sound);
  const ofPart = sumsOfSquares(part).at(-1) ?? 0;
  let best = 0;
  for (let from = 0; from + part.length <= sound.length; from += 1) {
    const here = (energies[from + part.length] ?? 0) - (energies[from] ?? 0);
    // Less than the noise of an open line.
    if (here < part.length * 1e-5) continue;
    let product = 0;
    for (let at = 0; at < part.length; at += 1) product += (sound[from + at] ?? 0) * (part[at] ?? 0);
    best = Math.max(best, product / Math.sqrt(here * ofPart));
  }
  return best;
}

/** At each place the sum of all before it. */
function sumsOfSquares(samples: Float32Array): Float64Array {
  const sums = new Float64Array(samples.length + 1);
  for (const [at, sample] of samples.entries()) sums[at + 1] = (sums[at] ?? 0) + sample * sample;
  return sums;
}
