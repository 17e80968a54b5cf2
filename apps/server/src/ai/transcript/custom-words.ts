import { folded } from '../basic/words.ts';
import { isCommon, numbersOf } from './common-words.ts';

/** A word that was heard as another one and written as the company writes it. */
interface Repair {
  readonly heard: string;
  readonly written: string;
}

interface Repaired {
  readonly text: string;
  readonly repairs: readonly Repair[];
}

/** A word with its times. `heard`: as the recogniser wrote it, where it was repaired. */
interface TimedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly heard?: string;
}

/** Shorter words sound like too many others. */
const shortestWord = 4;
/** So many letters of a word may differ. */
const mostDifferent = 0.25;
/** One word may be heard as so many, */
const leastJoined = 3;
/** and a name of several words is looked for up to this length. */
const mostJoined = 6;

interface Known {
  readonly word: string;
  readonly letters: string;
}

/** The words of a company, prepared to be looked for in a call. */
export interface KnownWords {
  readonly byLetters: ReadonlyMap<string, string>;
  readonly bySound: ReadonlyMap<string, readonly Known[]>;
  /** So many heard words are tried as one. */
  readonly longest: number;
  /** The recogniser writes capitals: what it begins with a small letter is no name to it. */
  readonly hasCapitals: boolean;
}

/**
 * Prepares the words of a company for a call. `said` is all that was heard. `language` is the one that it is in: how words sound is
 * known of German and English alone, so calls in others are left as they were heard. Null: it is not known.
 */
export function knownWords(words: readonly string[], said: string, language: string | null): KnownWords {
  const isKnown = language === null || language === 'de' || language === 'en';
  const looked = words
    .map((word) => ({ word, letters: letters(word) }))
    .filter((each) => isKnown && each.letters.length >= shortestWord);
  const bySound = new Map<string, Known[]>();
  for (const each of looked) {
    const key = soundKey(each.word);
    bySound.set(key, [...(bySound.get(key) ?? []), each]);
  }
  const longest = Math.max(leastJoined, ...looked.map(({ word }) => word.split(' ').length + 1));
  return {
    byLetters: new Map(looked.map((each) => [each.letters, each.word])),
    bySound,
    longest: Math.min(mostJoined, longest),
    hasCapitals: /\p{Lu}/u.test(said),
  };
}

/**
 * Writes the company's own words where a recogniser heard something that sounds the same and is spelt nearly the same: "Reimars" becomes
 * "Reimers". Cautious, since a repair that is wrong puts words into someone's mouth: of two own words that would do, none is taken;
 * words that everyone says stay, and so does every number.
 */
export function withCustomWords(text: string, known: KnownWords): Repaired {
  const tokens = text.split(/(\s+)/);
  const heard = tokens.filter((_, at) => at % 2 === 0);
  const repairs: Repair[] = [];
  let written = '';
  let next = 0;
  for (const { from, count, text: repaired, repair } of repairedSpans(heard, known)) {
    // With the spaces behind it.
    written += `${tokens.slice(next * 2, from * 2).join('')}${repaired}${tokens[(from + count) * 2 - 1] ?? ''}`;
    next = from + count;
    repairs.push(repair);
  }
  return { text: written + tokens.slice(next * 2).join(''), repairs };
}

/** The same for words with their times: several that are one become one, from the start of the first to the end of the last. */
export function timedWithCustomWords(words: readonly TimedWord[], known: KnownWords): TimedWord[] {
  const written: TimedWord[] = [];
  let next = 0;
  const heard = words.map(({ text }) => text);
  for (const { from, count, text, repair } of repairedSpans(heard, known)) {
    const [first, last] = [words[from], words[from + count - 1]];
    if (first === undefined || last === undefined) continue;
    written.push(...words.slice(next, from), { text, start: first.start, end: last.end, heard: repair.heard });
    next = from + count;
  }
  return [...written, ...words.slice(next)];
}

/** Heard words from one on that are written otherwise. */
interface Span {
  readonly from: number;
  readonly count: number;
  /** With the signs around them. */
  readonly text: string;
  readonly repair: Repair;
}

function repairedSpans(heard: readonly string[], known: KnownWords): Span[] {
  const spans: Span[] = [];
  if (known.byLetters.size === 0) return spans;
  let at = 0;
  while (at < heard.length) {
    const found = spanAt(heard, at, known);
    if (found) spans.push(found);
    at += found?.count ?? 1;
  }
  return spans;
}

function spanAt(heard: readonly string[], from: number, known: KnownWords): Span | null {
  for (let count = Math.min(known.longest, heard.length - from); count >= 1; count -= 1) {
    const words = heard.slice(from, from + count).map((word) => word.trim());
    if (!isWord(words[0]) || !isWord(words.at(-1))) continue;
    const all = words.join(' ');
    const [, before = '', core = '', after = ''] = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/su.exec(all) ?? [];
    const written = ownWord(core, words, known);
    if (written !== null && !isWritten(core, written)) {
      return { from, count, text: `${before}${written}${after}`, repair: { heard: core, written } };
    }
  }
  return null;
}

const isWord = (token: string | undefined): boolean => /[\p{L}\p{N}]/u.test(token ?? '');

/** Capitals are left as they were heard: a sentence may begin with the word. */
const isWritten = (heard: string, word: string): boolean => heard.toLowerCase() === word.toLowerCase();

/** The own word that was meant by what was heard; null where none was, or more than one might be. */
function ownWord(heard: string, words: readonly string[], known: KnownWords): string | null {
  const bare = letters(heard);
  if (bare.length < shortestWord || words.every((word) => isCommon(letters(word)))) return null;
  const exact = known.byLetters.get(bare);
  if (exact !== undefined) return isPossible(heard, words, exact) ? exact : null;
  const near = (known.bySound.get(soundKey(heard)) ?? []).filter(
    (each) => distance(bare, each.letters) <= mostDifferent * each.letters.length,
  );
  const [only] = near;
  if (near.length !== 1 || only === undefined || !isPossible(heard, words, only.word)) return null;
  if (hasOneTooMany(words, only)) return null;
  const isName = /^\p{Lu}/u.test(only.word);
  if (known.hasCapitals && isName && words.length === 1 && /^\p{Ll}/u.test(heard)) return null;
  return only.word;
}

/** A short word beside the name is none of it: without it as much of the name is there. */
function hasOneTooMany(words: readonly string[], { letters: own }: Known): boolean {
  if (words.length === 1) return false;
  const away = (some: readonly string[]) => distance(letters(some.join('')), own);
  return Math.min(away(words.slice(1)), away(words.slice(0, -1))) <= away(words);
}

/** Numbers are as they were heard, and no sentence ends within a word. */
function isPossible(heard: string, words: readonly string[], written: string): boolean {
  if (numbersOf(heard).join(' ') !== numbersOf(written).join(' ')) return false;
  return words.slice(0, -1).every((word) => !/[.,;:!?…]$/.test(word) || written.includes(word));
}

/** Letters of other languages that are no others with a mark. */
const plainly: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i', þ: 'th', ð: 'd' };

const letters = (text: string): string =>
  folded(text)
    .replace(/[øæœłđıþð]/g, (letter) => plainly[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Letters that sound alike in German and English, as one sign each; vowels after the first letter, h and w in between say nothing. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/sch|sh|ch|sz|tz|ts|[sz]/g, 's'],
  [/c(?=[eiy])/g, 's'],
  [/ck|qu|kn|gh|[kgcqx]/g, 'k'],
  [/pf|ph|[fvw]/g, 'f'],
  [/[bp]/g, 'p'],
  [/th|dt|[dt]/g, 't'],
  [/[mn]/g, 'n'],
];

/** How a word sounds, roughly: words that sound alike have the same key. */
function soundKey(text: string): string {
  let sound = letters(text);
  const first = /^[aeiouy]/.test(sound) ? 'a' : '';
  for (const [spelling, sign] of alike) sound = sound.replace(spelling, sign);
  return first + sound.replace(/[aeiouyhj]/g, '').replace(/(.)\1+/g, '$1');
}

/** Letters that have to be changed, added or dropped to make one word the other (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
