/** Lower case without accents, apostrophes and Arabic marks: `Müller` and `muller` fold alike, and `ß` is `ss`. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u0640\u064b-\u065f\u0670\u0027\u0060\u2019\u02bc]/g, '')
    .toLowerCase()
    .replace(/[øłđðıħŧßæœþς]/g, (letter) => plain[letter] ?? letter);

const plain: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
};

/** The same with umlauts as German writes them where it has none: `Müller` and `Mueller` fold alike. */
export const foldSpeltOut = (text: string): string =>
  fold(text.normalize('NFC').replace(/[äöüøåÄÖÜØÅ]/g, (letter) => speltOut[letter.toLowerCase()] ?? letter));

const speltOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/** What is between words, signs and pictures included; migration 0016 says in SQL which characters these are. */
const between =
  /[^0-9A-Za-z\u00c0-\u1fff\u2070-\u218f\u2c00-\u2fff\u3040-\ud7ff\ue000-\ufe0e\ufe10-\u{1efff}\u{1fb00}-\u{10ffff}]+/u;

/** The words of a folded text. */
export const wordsOf = (folded: string): string[] => folded.split(between).filter(Boolean);

/** Whether a word begins at this place of a folded text. */
export const startsWord = (folded: string, at: number): boolean =>
  at === 0 || between.test([...folded.slice(Math.max(0, at - 2), at)].at(-1) ?? '');

/** A folded text that knows where each piece of it came from. */
export interface Folded {
  readonly folded: string;
  /** Nothing but ASCII was folded. */
  readonly isPlain: boolean;
  /** What a piece of `folded`, from one place to another, was written as. */
  written(from: number, to: number): string;
}

/** Folds a text, letter by letter, with `fold` or `foldSpeltOut`. */
export function foldedWith(text: string, foldLetter: (letter: string) => string): Folded {
  if (/^[ -&(-_a-~]*$/.test(text)) {
    return { folded: text.toLowerCase(), isPlain: true, written: (from, to) => text.slice(from, to) };
  }
  const letters = [...text.normalize('NFC')];
  /** For each place of the folded text the letter that it came from. */
  const sources: number[] = [];
  let folded = '';
  letters.forEach((letter, at) => {
    const piece = foldLetter(letter);
    folded += piece;
    for (let i = 0; i < piece.length; i += 1) sources.push(at);
  });
  return {
    folded,
    isPlain: false,
    written: (from, to) => letters.slice(sources[from] ?? 0, (sources[to - 1] ?? letters.length) + 1).join(''),
  };
}
