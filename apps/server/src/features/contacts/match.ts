import type { Contact, ContactNumber, SearchResult } from '@sidetone/contract/entities/contact.ts';
import { type Folded, fold, foldedWith, foldSpeltOut, startsWord } from './fold.ts';
import type { Piece, Terms } from './terms.ts';

/** How much a match in each field counts. */
const weights = { name: 10, firstName: 9, lastName: 9, phoneNumbers: 6, organization: 4, email: 3 } as const;
type Field = keyof typeof weights;
const texts = ['name', 'firstName', 'lastName', 'organization', 'email'] as const;

/** How much it counts where in a field: at its start, at the start of a word, within one. */
const atStart = 1;
const atWord = 0.8;
const within = 0.4;

interface Hit {
  readonly field: Field;
  /** What matched, as it is written. */
  readonly piece: string;
  readonly quality: number;
}

/** How well a contact matches, and which pieces of it; null when it does not. Each piece counts where it matches best. */
export function match(document: Contact, { alternatives }: Terms): SearchResult | null {
  const folded = new Map(texts.flatMap((field) => (document[field] ? [[field, foldedBoth(document[field])]] : [])));
  const results = alternatives.flatMap((pieces) => {
    const found = pieces.map((piece) => hitsOf(document, folded, piece));
    return found.every((hits) => hits.length > 0) ? [resultOf(document, found)] : [];
  });
  return results.toSorted((a, b) => b.score - a.score)[0] ?? null;
}

function resultOf(document: Contact, found: readonly Hit[][]): SearchResult {
  const highlights: Record<string, string[]> = {};
  for (const { field, piece } of found.flat()) {
    highlights[field] = [...new Set([...(highlights[field] ?? []), piece])];
  }
  const score = found.reduce(
    (sum, hits) => sum + Math.max(...hits.map(({ field, quality }) => weights[field] * quality)),
    0,
  );
  return { document, highlights, score };
}

function hitsOf(document: Contact, folded: ReadonlyMap<Field, readonly Folded[]>, piece: Piece): Hit[] {
  const inTexts = [...folded].flatMap(([field, foldings]) => {
    const hits = foldings.flatMap((one) =>
      (piece.written ?? piece.spellings).flatMap((spelling) => placeIn(one, spelling, piece) ?? []),
    );
    const [best] = hits.toSorted((a, b) => b.quality - a.quality);
    return best ? [{ field, ...best }] : [];
  });
  const named = inTexts.some(({ field }) => field === 'name');
  return [
    // First and last name tell nothing new where the name has them.
    ...inTexts.filter(({ field }) => !(named && (field === 'firstName' || field === 'lastName'))),
    ...document.phoneNumbers.flatMap((number) => {
      if (piece.written) return [];
      const quality = Math.max(...piece.spellings.map((digits) => qualityInNumber(number, digits, piece)));
      return quality > 0 ? [{ field: 'phoneNumbers' as const, piece: number.localized, quality }] : [];
    }),
  ];
}

const foldedBoth = (text: string): Folded[] => {
  const plain = foldedWith(text, fold);
  // Only what is not plain can be spelt out.
  return plain.isPlain ? [plain] : [plain, foldedWith(text, foldSpeltOut)];
};

/** Where a text has the word best, as it is written there. */
function placeIn(
  { folded, written }: Folded,
  word: string,
  { anywhere }: Piece,
): { piece: string; quality: number } | null {
  let first = -1;
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
    if (startsWord(folded, at)) return { piece: written(at, at + word.length), quality: at === 0 ? atStart : atWord };
    if (first < 0) first = at;
  }
  return anywhere && first >= 0 ? { piece: written(first, first + word.length), quality: within } : null;
}

function qualityInNumber({ e164, localized }: ContactNumber, digits: string, { anywhere }: Piece): number {
  if (!/^\d+$/.test(digits)) return 0;
  const forms = [e164 ?? '', localized].map((form) => form.replace(/\D/g, ''));
  if (forms.includes(digits)) return atStart;
  if (forms.some((form) => form.startsWith(digits))) return atWord;
  return anywhere && forms.some((form) => form.includes(digits)) ? within : 0;
}
