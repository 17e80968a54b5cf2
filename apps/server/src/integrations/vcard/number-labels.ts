/** What kinds of numbers files of contacts come down to. */
export const fileNumberLabels = ['WORK', 'MOBILE', 'HOME', 'SWITCHBOARD', 'FAX', 'OTHER'] as const;
export type FileNumberLabel = (typeof fileNumberLabels)[number];

/** The first row that matches: a fax at home is a fax, a mobile phone of the company is a mobile phone. */
const wordsOf: readonly (readonly [FileNumberLabel, RegExp])[] = [
  ['FAX', /fax/],
  ['MOBILE', /mobil|handy|cell|iphone|smartphone|natel/],
  ['SWITCHBOARD', /\bmain\b|switchboard|zentrale|hauptnummer|hauptanschluss|durchwahl 0|company|firma/],
  ['WORK', /work|business|office|arbeit|gesch[aä]ft|b[uü]ro|dienst|beruf/],
  ['HOME', /home|privat|zuhause|zu hause|wohnung/],
];

/** The kind of a number by the words that files use for it: types of vCard, labels of Apple, Google and Outlook. */
export function numberLabelOf(words: string): FileNumberLabel {
  const read = words.normalize('NFC').toLowerCase();
  return wordsOf.find(([, pattern]) => pattern.test(read))?.[0] ?? 'OTHER';
}
