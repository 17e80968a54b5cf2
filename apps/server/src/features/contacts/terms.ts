import { fold, foldSpeltOut, wordsOf } from './fold.ts';

/** Something that has to occur, in any of these spellings: folded words, or digits. */
export interface Piece {
  readonly spellings: readonly string[];
  /** Also within a word; otherwise a word has to begin with it. */
  readonly anywhere: boolean;
  /** Of an email address: how it is written, folded, with all of its marks. Its spellings have spaces in their place. */
  readonly written?: readonly string[];
}

/** What a query asks for: all pieces of any of the alternatives. Without an alternative it finds nobody. */
export interface Terms {
  readonly alternatives: readonly (readonly Piece[])[];
}

/** Fewest letters that are looked for within words, and digits within numbers; fewer would be in nearly everything. */
const fewestLetters = 3;
const fewestDigits = 2;

/** Reads what someone typed to find contacts: words in any order, or a number however it is written. */
export function termsOf(query: string): Terms {
  const address = addressOf(query);
  if (address !== null) return { alternatives: [[address]] };
  const number = numberOf(query);
  const words = wordsIn(query);
  if (number === null) return { alternatives: words.length > 0 ? [words] : [] };
  // What reads as a number written with spaces may be words as well, of "24/7 Service".
  const asWords = words.map(({ spellings }) => ({ spellings, anywhere: false }));
  return { alternatives: [[number], ...(words.length > 1 ? [asWords] : [])] };
}

/** An email address, or a part of one: its words stand one after the other, and in nothing but an address. */
function addressOf(query: string): Piece | null {
  const typed = query.trim();
  if (!typed.includes('@') || /\s/.test(typed)) return null;
  const written = [...new Set([fold(typed), foldSpeltOut(typed)])];
  const spellings = written.map((one) => wordsOf(one).join(' ')).filter((words) => words !== '');
  return spellings.length === 0 ? null : { spellings, anywhere: true, written };
}

function wordsIn(query: string): Piece[] {
  const speltOut = wordsOf(foldSpeltOut(query));
  return wordsOf(fold(query)).map((word, at) => {
    const fewest = /^\d+$/.test(word) ? fewestDigits : fewestLetters;
    return { spellings: [...new Set([word, speltOut[at] ?? word])], anywhere: [...word].length >= fewest };
  });
}

/** The digits of a number: 030…, +49 30…, 0049 30… and +49 (0)30… are found in the form that contacts have them in. */
function numberOf(query: string): Piece | null {
  if (!/^[\d\s+()/.\-\u2010-\u2015]+$/.test(query)) return null;
  const digits = query.replace(/\(0\)/g, '').replace(/\D/g, '');
  if (digits.length < fewestDigits) return null;
  const international = digits.replace(/^00/, '');
  return {
    spellings: [...new Set([international, digits])].filter(({ length }) => length >= fewestDigits),
    anywhere: true,
  };
}
