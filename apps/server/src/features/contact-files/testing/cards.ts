/** A card with this name and lines besides. */
export const card = (name: string, ...lines: string[]) =>
  ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, ...lines, 'END:VCARD', ''].join('\r\n');
/** Cards of so many people, each with a number at work. */
export const many = (count: number, from = 0): string =>
  Array.from({ length: count }, (_none, at) =>
    card(`Person ${from + at}`, `UID:u${from + at}`, `TEL;TYPE=WORK:030 ${901_000_000 + from + at}`),
  ).join('');
