import type { TimedWord } from '@sidetone/contract/entities/documentation.ts';
import type { Utterance } from './talk-share.ts';

/** A word as it is written in an utterance, and where the recording says it. */
export interface SpokenWord {
  /** Place of its first letter in the text, and of the one after its last. */
  readonly from: number;
  readonly until: number;
  /** Seconds. A word that was not heard as it is written has those of the one before it. */
  readonly start: number;
  readonly end: number;
}

/** Words of each side, in the order of their seconds. */
export type WordsOfSides = Readonly<Record<0 | 1, readonly TimedWord[]>>;

/** Recognisers count words a little before or after the stretch that they stand in. Seconds. */
const slack = 0.3;
/** So many words that were heard may be missing from the text, as where a word was put right. */
const lookAhead = 4;

/** The words of an utterance with their seconds; empty where none of them is known. */
export function spokenWords({ speaker, startTime, endTime, text }: Utterance, words: WordsOfSides): SpokenWord[] {
  const heard = between(words[speaker], startTime - slack, endTime + slack);
  if (heard.length === 0) return [];
  let next = 0;
  let last = { start: startTime, end: startTime };
  const spoken: SpokenWord[] = [];
  for (const { 0: written, index: from } of text.matchAll(/\S+/gu)) {
    const found = heard.slice(next, next + lookAhead).findIndex(([word]) => isSame(word, written));
    const word = found < 0 ? undefined : heard[next + found];
    if (word !== undefined) {
      next += found + 1;
      last = { start: word[1], end: word[2] };
    }
    spoken.push({ from, until: from + written.length, ...last });
  }
  return next === 0 ? [] : spoken;
}

/** The place in the list of the word that is said at a second; -1 before the first. */
export function wordAt(words: readonly SpokenWord[], second: number): number {
  return words.findLastIndex(({ start }) => start <= second);
}

/** The second at which the word is said that the letter at this place belongs to; null for none. */
export function secondOfLetter(words: readonly SpokenWord[], letter: number): number | null {
  return words.find(({ from, until }) => from <= letter && letter <= until)?.start ?? null;
}

/** Words that begin within these seconds. */
function between(words: readonly TimedWord[], from: number, until: number): readonly TimedWord[] {
  return words.slice(firstFrom(words, from), firstFrom(words, until));
}

/** The place of the first word that begins at this second or later. */
function firstFrom(words: readonly TimedWord[], second: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.[1] ?? 0) < second) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isSame = (one: string, other: string): boolean => bare(one) !== '' && bare(one) === bare(other);
const bare = (word: string): string => word.toLocaleLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
