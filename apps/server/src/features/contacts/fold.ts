/** Lower case without accents: `Müller` and `muller` fold alike, and `ß` is `ss`. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
