import { isSupportedCountry, validatePhoneNumberLength } from 'libphonenumber-js/min';
import { isSpecialDial } from '../doc-id.ts';
import {
  countryOfNumber,
  emergencyNumberOf,
  isValidNumber,
  type NumberPlace,
  needsAreaCode,
  normalizeNumber,
  withoutPunctuation,
} from './dialable.ts';
import { lateNumberOf } from './plans.ts';

/**
 * What is wrong with a number on its way into an address book. `internal`: it means something only here, such as an
 * extension or a feature code. `emergency`: everyone here can dial it, and it is nobody's. `noAreaCode`: a local number of a
 * company that has no area code.
 */
export type NumberProblem = 'noNumber' | 'tooShort' | 'tooLong' | 'noCountry' | 'internal' | 'emergency' | 'noAreaCode';

/**
 * A number as it is understood while someone types it. `country` is ISO 3166-1 alpha-2, null where the number belongs to
 * none; `isUsual` says whether its country has numbers with these digits.
 */
export type NumberReading =
  | { readonly is: 'empty' }
  | { readonly is: 'number'; readonly e164: string; readonly country: string | null; readonly isUsual: boolean }
  | { readonly is: 'wrong'; readonly problem: NumberProblem };

/** Reads what was typed the way `normalizeNumber` does, and says why where it makes no number of it. */
export function readNumber(typed: string, place: NumberPlace): NumberReading {
  const plain = withoutPunctuation(typed);
  if (plain === '') return { is: 'empty' };
  const e164 = normalizeNumber(plain, place) ?? normalizeNumber(withoutExtension(typed), place);
  if (e164 === null) return { is: 'wrong', problem: problemOf(plain, place) };
  return { is: 'number', e164, country: countryOfNumber(e164), isUsual: isValidNumber(e164) };
}

/** A number as written, without the extension behind it, which cannot be dialled from outside. */
export const withoutExtension = (written: string): string =>
  written.replace(/\s*(?:ext\b|extension\b|x\s?\p{Nd}|#|,|;|durchwahl).*$/isu, '');

function problemOf(plain: string, place: NumberPlace): NumberProblem {
  if (!/^\+?[0-9*#]*$/.test(plain)) return 'noNumber';
  if (plain === '+') return 'tooShort';
  if (emergencyNumberOf(plain, place) !== null) return 'emergency';
  // No extension begins with 0: that is a number of which more will come.
  if (/^0[0-9]{0,4}$/.test(plain)) return 'tooShort';
  if (/[*#]/.test(plain) || isSpecialDial(plain)) return 'internal';
  if (needsAreaCode(plain, place)) return 'noAreaCode';
  if (lateNumberOf(plain) !== null) return 'tooShort';
  const country = isSupportedCountry(place.country) ? place.country : undefined;
  switch (validatePhoneNumberLength(plain, country)) {
    case 'TOO_SHORT':
      return 'tooShort';
    case 'TOO_LONG':
      return 'tooLong';
    case 'INVALID_COUNTRY':
      return 'noCountry';
    case 'NOT_A_NUMBER':
    case 'INVALID_LENGTH':
      return 'noNumber';
    case undefined:
      return 'internal';
  }
}
