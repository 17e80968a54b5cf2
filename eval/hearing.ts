import type { Utterance } from '../apps/server/src/ai/basic/call.ts';
import type { PlantedCall } from './planted-call.ts';

/** How well the words of a call were heard. */
export interface Hearing {
  readonly name: string;
  /** How often it is tried: more than once where chance is in it. */
  readonly seeds: readonly number[];
  heard(call: PlantedCall, seed: number): readonly Utterance[];
}

/** A perfect transcript. */
export const script: Hearing = { name: 'script', seeds: [1], heard: ({ lines }) => lines.map(utteranceOf) };

/** One without punctuation and capitals, as many recognisers write. */
const bareScript: Hearing = {
  name: 'bare',
  seeds: [1],
  heard: ({ lines }) => lines.map((line) => ({ ...utteranceOf(line), text: bare(line.text) })),
};

/** A transcript with this share of wrong words. */
const noisy = (percent: number): Hearing => ({
  name: `noisy ${percent} %`,
  seeds: [1, 2, 3, 4, 5],
  heard({ lines }, seed) {
    const chance = randomOf(seed);
    const all = lines.flatMap(({ text }) => text.split(/\s+/));
    return lines.map((line) => {
      const words = line.text.split(/\s+/).flatMap((word) => misheard(word, percent / 100, chance, all));
      return { ...utteranceOf(line), text: words.join(' ') };
    });
  },
});

/** Hearings that need no recogniser. */
export const hearings: readonly Hearing[] = [script, bareScript, noisy(5), noisy(10), noisy(20)];

function utteranceOf({ id, side, text }: PlantedCall['lines'][number]): Utterance {
  return { id, speaker: side === 'user' ? 0 : 1, text };
}

const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s'-]/gu, '')
    .trim();

/** A word that is replaced, dropped or doubled by another of the same call. */
function misheard(word: string, errors: number, chance: () => number, all: readonly string[]): string[] {
  if (chance() >= errors) return [word];
  const other = all[Math.floor(chance() * all.length)] ?? word;
  const kind = chance();
  if (kind < 0.6) return [other];
  return kind < 0.8 ? [] : [word, other];
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed * 0x9e37_79b9;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
