import type { Language } from '#i18n/language.ts';

/** A size in megabytes of 1,000,000 bytes, with one digit where it is not whole: `3,1`. */
export function inMegabytes(bytes: number, language: Language): string {
  // Rounded up, so that a size above the limit never looks allowed.
  return new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(Math.ceil(bytes / 100_000) / 10);
}
