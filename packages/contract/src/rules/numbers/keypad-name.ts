/** Letters of the keys 2 to 9 (ITU-T E.161). */
const lettersOf = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];
const keyOf = new Map(lettersOf.flatMap((letters, at) => [...letters].map((letter) => [letter, String(at + 2)])));

/** Letters that are no letter with a mark, as they are written without them. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};
const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/**
 * The digits that spell a name on a telephone keypad, each way once: umlauts as one letter (Müller 685537) and as two
 * (6835537). Empty where the name has no Latin letter.
 */
export function keypadDigits(name: string): string[] {
  const plain = name.normalize('NFC').toLowerCase();
  const ways = [plain, plain.replace(/[äöü]/g, (letter) => umlauts[letter] ?? letter)].map(digitsOf);
  return [...new Set(ways)].filter((digits) => digits !== '');
}

const digitsOf = (text: string): string =>
  [...text.replace(/[ßæœøđðłþı]/g, (letter) => spelled[letter] ?? '').normalize('NFD')]
    .map((letter) => keyOf.get(letter) ?? '')
    .join('');

/** A user whom callers may spell. */
export interface SpelledName {
  readonly channelId: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Fewer keys are the beginning of too many names. */
export const leastNameKeys = 3;

/**
 * Whom the keys spell: the last name, and the first name behind it where two share the last one, or the other way round.
 * `channelId` is null for fewer than three keys, for nobody and for several; `hasLonger`: more keys may follow.
 */
export function spelledBy(
  names: readonly SpelledName[],
  keys: string,
): { readonly channelId: string | null; readonly hasLonger: boolean } {
  const found = new Set<string>();
  let hasLonger = false;
  for (const { channelId, firstName, lastName } of names) {
    const ways = [...keypadDigits(`${lastName}${firstName}`), ...keypadDigits(`${firstName}${lastName}`)];
    const fitting = ways.filter((digits) => digits.startsWith(keys));
    if (fitting.length > 0) found.add(channelId);
    if (fitting.some((digits) => digits.length > keys.length)) hasLonger = true;
  }
  const [only] = found;
  const isClear = found.size === 1 && keys.length >= leastNameKeys;
  return { channelId: isClear ? (only ?? null) : null, hasLonger };
}
