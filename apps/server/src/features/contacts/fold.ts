/** Lower case without accents and apostrophes: `Müller` and `muller` fold alike, and `ß` is `ss`. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u0027\u0060\u2019\u02bc]/g, '')
    .toLowerCase()
    .replace(/[øłđðıħŧßæœþς]/g, (letter) => plain[letter] ?? letter);

const plain: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ħ: 'h', ŧ: 't', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ς: 'σ' },
};

/** The same with umlauts as German writes them where it has none: `Müller` and `Mueller` fold alike. */
export const foldSpeltOut = (text: string): string =>
  fold(text.normalize('NFC').replace(/[äöüøåÄÖÜØÅ]/g, (letter) => speltOut[letter.toLowerCase()] ?? letter));

const speltOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/** What stands between words, signs and pictures included; migration 0016 says in SQL which characters these are. */
const between =
  /[^0-9A-Za-z\u00c0-\u1fff\u2070-\u218f\u2c00-\u2fff\u3040-\ufe0e\ufe10-\u{1efff}\u{1fb00}-\u{10ffff}]+/u;

/** The words of a folded text. */
export const wordsOf = (folded: string): string[] => folded.split(between).filter(Boolean);
