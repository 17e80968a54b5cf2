import { maxCustomWordCharacters } from '../limits.ts';

/** Control characters, marks that nobody sees, halves of characters, and everything that ends a line. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A word as it is kept: one line, single spaces, and nothing that cannot be seen. */
export const cleanWord = (text: string): string =>
  text.replace(/\s/g, ' ').replace(unseen, '').normalize('NFC').replace(/ +/g, ' ').trim();

/** What two words have in common that are the same word: case and marks of no weight are left out. */
export const wordKey = (word: string): string => cleanWord(word).normalize('NFKC').toLowerCase();

/** What keeps a word from being kept. */
export type WordProblem = 'empty' | 'unclean' | 'tooLong' | 'noLetters';

/** Null where nothing does. */
export function problemOfWord(word: string): WordProblem | null {
  if (word === '') return 'empty';
  if (cleanWord(word) !== word) return 'unclean';
  if (word.length > maxCustomWordCharacters) return 'tooLong';
  return /[\p{L}\p{N}]/u.test(word) ? null : 'noLetters';
}

/** Where words stand in a list that stand there already, further up. */
export function repeatedWords(words: readonly string[]): ReadonlySet<number> {
  const seen = new Set<string>();
  const repeated = new Set<number>();
  for (const [at, word] of words.entries()) {
    const key = wordKey(word);
    if (key === '') continue;
    if (seen.has(key)) repeated.add(at);
    seen.add(key);
  }
  return repeated;
}
