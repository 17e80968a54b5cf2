import type { Language } from './call.ts';
import { lexicons } from './lexicons.ts';

const shortForms: readonly (readonly [RegExp, string])[] = [
  [/[’‘`´]/g, "'"],
  [/\bcan't\b|\bcan not\b/g, 'cannot'],
  [/\bwon't\b/g, 'will not'],
  [/n't\b/g, ' not'],
  [/\b(i)'m\b/g, '$1 am'],
  [/'re\b/g, ' are'],
  [/'ll\b/g, ' will'],
  [/'ve\b/g, ' have'],
  [/\b(i|you|we|they|he|she)'d\b/g, '$1 would'],
  [/\b(it|that|what|there|here|who|where|how|he|she)'s\b/g, '$1 is'],
  [/\blet's\b/g, 'let us'],
  [/\bhab's\b/g, 'habe es'],
  [/\bgeht's\b/g, 'geht es'],
  [/\bgibt's\b/g, 'gibt es'],
];

/** A text as patterns read it: lower case, short forms written out, no punctuation but commas, single spaces. */
export function plain(text: string): string {
  let read = text.normalize('NFC').toLowerCase();
  for (const [form, long] of shortForms) read = read.replace(form, long);
  return read
    .replace(/[^\p{L}\p{N},.:'€$£%&-]+/gu, ' ')
    .replace(/[.:,](?=\s|$)/g, (sign) => (sign === ',' ? ' ,' : ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The words of a text in lower case: letters and digits, hyphens within. */
export function wordsOf(text: string): string[] {
  return plain(text).match(/[\p{L}\p{N}]+(?:[-'.:][\p{L}\p{N}]+)*/gu) ?? [];
}

/** Letters without marks, so that "ä" and "ss" are found however they are written. */
export function folded(text: string): string {
  return text.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '');
}

const shortestStem = 3;

/** What the forms of a word have in common, roughly: enough to find one by another. */
export function stemOf(word: string, language: Language): string {
  const bare = folded(word);
  if (/\d/.test(bare)) return bare;
  const ending = lexicons[language].endings.find(
    (each) => bare.endsWith(each) && bare.length - each.length >= shortestStem,
  );
  const stem = ending === undefined ? bare : bare.slice(0, -ending.length);
  return stem.replace(/([b-df-hj-km-np-rt-z])\1$/, '$1');
}

/** Stems of the words that say something, in their order, each as often as it comes. */
export function stemsOf(text: string, language: Language): string[] {
  const { fillers } = lexicons[language];
  return wordsOf(text)
    .filter((word) => !fillers.has(word) && (word.length > 2 || /\d/.test(word)))
    .map((word) => stemOf(word, language));
}

/** A number above one, written as a word of either language. */
export const numberWord =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\w+zehn|\w+zig|hundert|tausend)\b/;
