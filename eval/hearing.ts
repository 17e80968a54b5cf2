import type { Utterance } from '../apps/server/src/ai/basic/call.ts';
import type { PlantedCall } from './planted-call.ts';

/** How well the words of a call were heard. */
export type Hearing = 'script' | 'bare' | 'noisy 5 %' | 'noisy 10 %' | 'noisy 20 %';
export const hearings: readonly Hearing[] = ['script', 'bare', 'noisy 5 %', 'noisy 10 %', 'noisy 20 %'];

/** How often a hearing with chance in it is tried. */
export const seedsOf = (hearing: Hearing): readonly number[] => (hearing.startsWith('noisy') ? [1, 2, 3, 4, 5] : [1]);

/** What a recogniser of this quality writes: the script, without punctuation and capitals, or with wrong words. */
export function heard({ lines }: PlantedCall, hearing: Hearing, seed: number): Utterance[] {
  const errors = Number(/\d+/.exec(hearing)?.[0] ?? 0) / 100;
  const chance = randomOf(seed);
  const all = lines.flatMap(({ text }) => text.split(/\s+/));
  return lines.map(({ id, side, text }) => {
    const words = text.split(/\s+/).flatMap((word) => misheard(word, errors, chance, all));
    const written = hearing === 'bare' ? bare(words.join(' ')) : words.join(' ');
    return { id, speaker: side === 'user' ? 0 : 1, text: written };
  });
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
