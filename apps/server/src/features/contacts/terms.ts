import { fold, foldSpeltOut, wordsOf } from './fold.ts';

/** Something that has to occur, in any of these spellings: folded words, or digits. */
export interface Piece {
  readonly spellings: readonly string[];
  /** Also within a word; otherwise a word has to begin with it. */
  readonly anywhere: boolean;
}

/** What a query asks for: all pieces of any of the alternatives. Without an alternative it finds nobody. */
export interface Terms {
  readonly alternatives: readonly (readonly Piece[])[];
}

/** Fewest letters that are looked for within words, and digits within numbers; fewer would be in nearly everything. */
const fewestLetters = 3;
const fewestDigits = 2;

/** Reads what somebody typed to find contacts: words in any order, or a number however it is written. */
export function termsOf(query: string): Terms {
  const number = numberOf(query);
  const words = wordsIn(query);
  if (number === null) return { alternatives: words.length > 0 ? [words] : [] };
  // What reads as a number written with spaces may be words as well, of "24/7 Service".
  const asWords = words.map(({ spellings }) => ({ spellings, anywhere: false }));
  return { alternatives: [[number], ...(words.length > 1 ? [asWords] : [])] };
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
