import { powerOf, shareAt } from '@sidetone/signals/spectrum.ts';
import { sampleRate } from './sound.ts';

/** Frequency in Hz → amplitude, 1 being full scale. */
export type Loudness = Readonly<Record<number, number>>;

/** A recording ends here, at ten minutes: a forgotten call must not fill the memory. */
const longest = sampleRate * 600;
/** A gap in the timestamps that is longer is a new beginning of the other side, and not lost packets. */
const longestGap = sampleRate * 2;

/** What a person hears in one call, put in its place by the timestamps of the packets. */
export class Recording {
  #samples = new Float32Array(sampleRate * 4);
  #length = 0;
  #expected: number | undefined;

  /** Samples so far. */
  get length(): number {
    return this.#length;
  }

  /** Takes the samples of one packet; lost ones before it become silence, late ones are dropped. */
  take(timestamp: number, samples: Float32Array): void {
    const gap = this.#expected === undefined ? 0 : (timestamp - this.#expected) | 0;
    if (gap < 0 && gap > -longestGap) return;
    this.#expected = (timestamp + samples.length) >>> 0;
    const at = this.#length + (gap > 0 && gap < longestGap ? gap : 0);
    const end = at + samples.length;
    if (end > longest) return;
    if (end > this.#samples.length) {
      const wider = new Float32Array(Math.min(longest, 2 * end));
      wider.set(this.#samples);
      this.#samples = wider;
    }
    this.#samples.set(samples, at);
    this.#length = end;
  }

  /** A copy of everything from `start` on, counted in samples. */
  since(start = 0): Float32Array {
    return this.#samples.slice(start, this.#length);
  }
}

/** How loud each frequency is, as an amplitude. `seconds` is how long was listened: what is missing counts as silence. */
export function loudnessOf(samples: Float32Array, seconds: number, frequencies: readonly number[]): Loudness {
  const all = new Float32Array(Math.max(samples.length, Math.round(seconds * sampleRate)));
  all.set(samples);
  const power = powerOf(all);
  return Object.fromEntries(frequencies.map((hz) => [hz, Math.sqrt(2 * power * shareAt(hz, all, sampleRate))]));
}

/** One steady tone in a recording. */
export interface HeardTone {
  readonly hertz: number;
  readonly seconds: number;
}

/**
 * The tones of a recording, the longest first, without being told what to look for: parts of 100 ms in which one or two
 * frequencies (a key's tone has two) hold a good share of the power. Exact to about 10 Hz.
 */
export function tonesIn(samples: Float32Array): HeardTone[] {
  const length = sampleRate / 10;
  const found = new Map<number, number>();
  for (let at = 0; at + length <= samples.length; at += length) {
    const part = samples.subarray(at, at + length);
    // −50 dB of full scale: below is the noise of an open line.
    if (powerOf(part) < 1e-5) continue;
    for (const hertz of peaksOf(part)) {
      const known = [...found.keys()].find((other) => Math.abs(other - hertz) <= 10) ?? hertz;
      found.set(known, (found.get(known) ?? 0) + 0.1);
    }
  }
  return [...found]
    .map(([hertz, seconds]) => ({ hertz, seconds: Math.round(seconds * 10) / 10 }))
    .sort((left, right) => right.seconds - left.seconds);
}

const peaksOf = (part: Float32Array): number[] => {
  const lowest = 100;
  const stepHertz = 5;
  const shares: number[] = [];
  for (let hertz = lowest; hertz < 3800; hertz += stepHertz) shares.push(shareAt(hertz, part, sampleRate));
  return shares.flatMap((share, index) => {
    // 15 Hz to both sides: half of what a part of 100 ms can tell apart, so one tone is one peak.
    const around = shares.slice(Math.max(0, index - 3), index + 4);
    return share > 0.25 && share === Math.max(...around) ? [lowest + index * stepHertz] : [];
  });
};
