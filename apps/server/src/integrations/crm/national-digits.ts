import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import type { SourceContact } from '../connector.ts';

/** Digits of an E.164 number behind the code of its country: `2214710562` of `+492214710562`, which is `+49 221 4710562`. */
export const nationalDigits = (e164: string): string =>
  formatNumber(e164)
    .replace(/^\+\d+/, '')
    .replace(/\D/g, '');

/** Those of some contacts that have a number which ends with these digits, in whatever form it was entered. */
export const withDigits = (contacts: readonly SourceContact[], digits: string): SourceContact[] =>
  contacts.filter(
    ({ phoneNumbers }) =>
      digits !== '' && phoneNumbers.some(({ number }) => number.replace(/\D/g, '').endsWith(digits)),
  );
