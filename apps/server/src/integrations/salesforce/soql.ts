import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';

/** A value as SOQL has it between quotes. */
export const quoted = (value: string): string =>
  `'${value.replace(/[\\'"]/g, (one) => `\\${one}`).replace(/\p{Cc}/gu, ' ')}'`;

/** A moment as SOQL has it, without quotes. */
export const moment = (at: Date): string => at.toISOString();

/** Ids of Salesforce: 15 letters and digits, or 18 with a sum. */
export const isSalesforceId = (id: string): boolean => /^[a-zA-Z0-9]{15}(?:[a-zA-Z0-9]{3})?$/.test(id);

const reserved = /[?&|!{}[\]()^~*:\\"'+-]/g;

/** What SOSL looks for: every word of it, at the beginning of words there; null where nothing is left to look for. */
export function wordsToFind(query: string): string | null {
  const plain = query
    .normalize('NFC')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 100);
  // A single letter finds too much to be looked for.
  if (plain.length < 2) return null;
  const words = plain.split(/\s+/).map((word) => `${word.replace(reserved, (one) => `\\${one}`)}*`);
  return `{${words.join(' AND ')}}`;
}

/** The ways in which people write a number, for SOSL: it knows them as words between blanks. */
export function numbersToFind(e164: string): string {
  const [country = '', ...rest] = formatNumber(e164)
    .replace(/[^+\d ]/g, ' ')
    .split(/\s+/);
  const digits = country.replace('+', '');
  const national = rest.join(' ');
  const joined = rest.join('');
  const spellings = [`${digits} ${national}`, `0${national}`, national, `${digits}${joined}`, `0${joined}`, joined];
  return `{${[...new Set(spellings)].map((one) => `"${one}"`).join(' OR ')}}`;
}
