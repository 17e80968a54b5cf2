import type { Contact, SearchResult } from '@sidetone/contract/entities/contact.ts';
import { fold } from './fold.ts';

/** What a query asks for: words that must all occur, and digits when it reads as a number. */
export interface Terms {
  readonly words: readonly string[];
  readonly digits: string | null;
}

/** Fewest digits that are looked for within numbers; fewer would match nearly everything. */
const fewestDigits = 2;

export function termsOf(query: string): Terms {
  const words = fold(query)
    .split(/[\s,;]+/)
    .filter(Boolean);
  const digits = query.replace(/\D/g, '');
  const isNumber = /^[\d\s+()/.-]+$/.test(query) && digits.length >= fewestDigits;
  return { words, digits: isNumber ? digits : null };
}

/** How much a match in each field counts. */
const weights = { name: 10, organization: 4, email: 3, phoneNumbers: 6 } as const;

/** How well a contact matches, and which pieces of it; null when it does not. */
export function match(document: Contact, terms: Terms): SearchResult | null {
  const highlights: Record<string, string[]> = {};
  let score = 0;
  const found = (field: keyof typeof weights, piece: string, quality: number) => {
    highlights[field] = [...new Set([...(highlights[field] ?? []), piece])];
    score += weights[field] * quality;
  };

  const numbers = document.phoneNumbers.filter((number) => terms.digits && holdsDigits(number, terms.digits));
  for (const number of numbers) found('phoneNumbers', number.localized, 1);
  const words = terms.words.every((word) => {
    const hits = (['name', 'organization', 'email'] as const).filter((field) => {
      const text = document[field] ?? '';
      const hit = pieceOf(text, word);
      if (hit) found(field, hit.piece, hit.quality);
      return hit !== null;
    });
    return hits.length > 0;
  });
  if (!words && numbers.length === 0) return null;
  return { document, highlights, score };
}

const holdsDigits = ({ e164, localized }: Contact['phoneNumbers'][number], digits: string): boolean => {
  // 0049… and 030… are the same number as +4930…, written without the plus or with the trunk prefix.
  const wanted = digits.replace(/^00/, '');
  return [e164 ?? '', localized].some((number) => number.replace(/\D/g, '').includes(wanted));
};

/** The piece of `text` that folds to `word`; the start of a text counts most, then the start of a word. */
const pieceOf = (text: string, word: string): { piece: string; quality: number } | null => {
  if (!fold(text).includes(word)) return null;
  const characters = [...text];
  for (const startsWord of [true, false]) {
    for (let from = 0; from < characters.length; from += 1) {
      const isStart = from === 0 || /[\s.@_\-/]/.test(characters[from - 1] ?? '');
      if (startsWord && !isStart) continue;
      for (let to = from + 1; to <= characters.length; to += 1) {
        const folded = fold(characters.slice(from, to).join(''));
        if (folded.startsWith(word)) {
          return { piece: characters.slice(from, to).join(''), quality: from === 0 ? 1 : isStart ? 0.8 : 0.4 };
        }
        if (!word.startsWith(folded)) break;
      }
    }
  }
  return null;
};
