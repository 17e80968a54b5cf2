import { leftSide } from '@sidetone/wav/left-side.ts';
import { readMono } from '@sidetone/wav/wav.ts';

/** A tone has at least this part of all the power that is heard, or it is not the tone. */
const leastPart = 0.25;
/** Below this loudness, of 1, it is silence. */
const leastLevel = 0.005;

/** How loud samples between −1 and 1 are on average, and which part of that is a tone of so many hertz (Goertzel). */
export function toneIn(
  samples: Float32Array,
  sampleRate: number,
  hertz: number,
): { readonly level: number; readonly part: number } {
  if (samples.length === 0) return { level: 0, part: 0 };
  const step = 2 * Math.cos((2 * Math.PI * hertz) / sampleRate);
  let [before, last, power] = [0, 0, 0];
  for (const value of samples) {
    power += value * value;
    [before, last] = [last, value + step * last - before];
  }
  const tone = before * before + last * last - step * before * last;
  const level = Math.sqrt(power / samples.length);
  return { level, part: power === 0 ? 0 : tone / ((samples.length / 2) * power) };
}

interface Heard {
  readonly sound: boolean;
  readonly tone: boolean;
}

/** What was recorded of the far side: whether there is any sound, and whether it is mostly this tone. Its first half second is left out. */
export async function heardIn(path: string, hertz: number): Promise<Heard> {
  const { samples, sampleRate } = readMono((await leftSide(path, 15)).wav);
  const all = samples.subarray(Math.round(sampleRate / 2));
  // In pieces: a tone that a codec or a jitter buffer tears apart for a moment keeps no single phase.
  const piece = Math.round(sampleRate / 10);
  const pieces = Array.from({ length: Math.floor(all.length / piece) }, (_, at) =>
    toneIn(all.subarray(at * piece, (at + 1) * piece), sampleRate, hertz),
  );
  const loud = pieces.filter(({ level }) => level >= leastLevel);
  return {
    sound: loud.length >= 2,
    tone: loud.length >= 2 && loud.filter(({ part }) => part >= leastPart).length * 2 >= loud.length,
  };
}
