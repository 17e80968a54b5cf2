import {
  getCountryCallingCode,
  isSupportedCountry,
  Metadata,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { isSpecialDial } from '../doc-id.ts';
import { isEmergency } from './emergency-numbers.ts';
import { isPossibleWithoutPlan, lateNumberOf } from './plans.ts';

/**
 * Where a number is dialled from: the account's country (ISO 3166-1 alpha-2) and its area code without the trunk prefix
 * (`30` for Berlin, empty where numbers have none).
 */
export interface NumberPlace {
  readonly country: string;
  readonly areaCode: string;
  /** Emergency numbers of the account beyond those of the country. */
  readonly emergency?: readonly string[];
  /** Dialled first to reach the outside, `0` on many older phone systems; none where it is missing or empty. */
  readonly outsidePrefix?: string;
  /** Dialled in place of the plus; null or missing for what the country has. */
  readonly internationalPrefix?: string | null;
  /** Short code → the E.164 number that it calls. */
  readonly shortCodes?: Readonly<Record<string, string>>;
}

/**
 * The emergency number that was dialled, with the prefix for the outside or without; null when it is none. Nothing may
 * stand before it: not an extension or a short code of the same digits either. `+49112` is 112 as well: address books and
 * programs write every number with the code of its country.
 */
export function emergencyNumberOf(typed: string, place: NumberPlace): string | null {
  const dialled = withoutPunctuation(typed);
  const { outsidePrefix = '' } = place;
  const spellings = [
    dialled,
    ...(outsidePrefix !== '' && dialled.startsWith(outsidePrefix) ? [dialled.slice(outsidePrefix.length)] : []),
  ].flatMap((one) => [one, ...withoutOwnCountry(one, place)]);
  return spellings.find((one) => isEmergency(one, place.country, place.emergency)) ?? null;
}

/** What leads to a number of the own country with its code, after the prefix for the outside: longer ones than `+49` and `0049`. */
export function longPrefixesOf({ country, outsidePrefix = '', internationalPrefix }: NumberPlace): string[] {
  if (!isSupportedCountry(country)) return [];
  const code = getCountryCallingCode(country);
  return ['+', '00', internationalPrefix ?? '+'].map((abroad) => `${outsidePrefix}${abroad}${code}`);
}

/** What follows the code of the own country, where something before it leads abroad. */
function withoutOwnCountry(dialled: string, { country, internationalPrefix }: NumberPlace): readonly string[] {
  if (!isSupportedCountry(country)) return [];
  const code = getCountryCallingCode(country);
  return ['+', '00', internationalPrefix ?? '+'].flatMap((prefix) =>
    prefix !== '' && dialled.startsWith(`${prefix}${code}`) ? [dialled.slice(prefix.length + code.length)] : [],
  );
}

/** E.164 allows 15 digits after the plus. */
const e164Form = /^\+[1-9][0-9]{1,14}$/;

/** No place in the world has local numbers longer than this with their area code; what is longer is not local. */
const longestLocalNumber = 11;

/** European services of social value and helplines, the same in every country that has them (ETSI TR 102 133). */
const harmonisedService = /^116[0-9]{3}$/;

/** Arabic digits in both of their forms, U+0660 and U+06F0 on: NFKC leaves them, and keyboards of those languages type them. */
const otherDigits = /[\u0660-\u0669\u06F0-\u06F9]/g;

/**
 * What a person typed or pasted, with the digits 0 to 9, without the marks that only help reading: spaces, dashes, dots, slashes, brackets,
 * invisible marks, a `tel:` in front. Everything else stays, so that `isDialable` can refuse it.
 */
export function withoutPunctuation(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(otherDigits, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(/^\s*tel:/i, '')
    .replace(/[\s\p{Pd}\p{Cf}./()[\]\u2212]/gu, '');
}

/**
 * Whether a call can be started to what was typed: an emergency number, a feature code, a short number of 1 to 5 digits,
 * or a number that has a length that its country knows. Never a promise that someone is there.
 */
export function isDialable(typed: string, place: NumberPlace): boolean {
  const dialled = withoutPunctuation(typed);
  if (!/^[0-9*#+]+$/.test(dialled)) return false;
  // Before everything that could refuse: an emergency number is not a valid number anywhere.
  if (emergencyNumberOf(dialled, place) !== null) return true;
  // No extension begins with 0: that is the way outside or abroad, and no number yet.
  if (/^0[0-9]{0,4}$/.test(dialled)) return shortCodeNumber(dialled, place) !== null;
  if (isSpecialDial(dialled)) return /^[*#]*[0-9][0-9*#]*$/.test(dialled);
  return normalizeNumber(dialled, place) !== null;
}

/**
 * The E.164 form of what was typed, read as a phone at that place would read it: `+` or the international prefix, the
 * trunk prefix, else a local number of the own area; the account's short codes and its prefix for the outside come first.
 * Null for emergency numbers, feature codes, other short numbers, and for what cannot be a number.
 */
export function normalizeNumber(typed: string, place: NumberPlace): string | null {
  const plain = withoutPunctuation(typed);
  if (emergencyNumberOf(plain, place) !== null) return null;
  const short = shortCodeNumber(plain, place);
  if (short !== null) return short;
  if (!/^\+?[0-9]+$/.test(plain) || isSpecialDial(plain)) return null;
  const { outsidePrefix = '' } = place;
  const isOutside = outsidePrefix !== '' && plain.startsWith(outsidePrefix);
  // A number that makes no sense behind the prefix was copied from somewhere and has none.
  return (isOutside ? readNumber(plain.slice(outsidePrefix.length), place) : null) ?? readNumber(plain, place);
}

/** Whether a number is read as an extension of the company: five digits at most, and no number that calls for help. */
export function isExtension(number: string, place: NumberPlace): boolean {
  return /^[0-9]{1,5}$/.test(number) && emergencyNumberOf(number, place) === null;
}

/** The number that a short code of the account stands for. */
export function shortCodeNumber(dialled: string, { shortCodes = {} }: NumberPlace): string | null {
  return Object.hasOwn(shortCodes, dialled) ? (shortCodes[dialled] ?? null) : null;
}

function readNumber(typed: string, place: NumberPlace): string | null {
  const { internationalPrefix } = place;
  const hasPrefix = internationalPrefix && typed.startsWith(internationalPrefix);
  const dialled = hasPrefix ? `+${typed.slice(internationalPrefix.length)}` : typed;
  const late = withoutPlan(dialled, place);
  if (late !== null) return late;
  if (!isSupportedCountry(place.country)) return e164Of(parsePhoneNumberFromString(dialled, { extract: false }));
  const from = { defaultCountry: place.country, extract: false } as const;
  if (isWithoutAreaCode(dialled, place)) return null;
  if (isLocal(dialled, place)) {
    const local = parsePhoneNumberFromString(place.areaCode + dialled, from);
    if (local?.isValid() && local.nationalNumber === place.areaCode + dialled) return e164Of(local);
  }
  return e164Of(parsePhoneNumberFromString(dialled, from));
}

/** A number abroad whose plan comes later: as it was dialled, since nobody can judge it yet; null for any other. */
function withoutPlan(dialled: string, { country }: NumberPlace): string | null {
  const abroad = isSupportedCountry(country) && getCountryCallingCode(country) === '1' ? '011' : '00';
  const number = dialled.startsWith(abroad) ? `+${dialled.slice(abroad.length)}` : dialled;
  return e164Form.test(number) && isPossibleWithoutPlan(number) ? number : null;
}

/**
 * Whether what was typed is a local number that nobody can place: the account has no area code. It would reach a stranger
 * whose area code happens to be its first digits, so it is no number until someone enters the area code.
 */
export function needsAreaCode(typed: string, place: NumberPlace): boolean {
  const plain = withoutPunctuation(typed);
  return /^[0-9]+$/.test(plain) && !isDialable(plain, place) && isWithoutAreaCode(plain, place);
}

/** Where the area code may be left out, shorter numbers than this are possible; elsewhere every number has one length. */
const shortestOfClosedPlan = 8;

/** A shortest area code has two digits. */
const longestWithoutAreaCode = longestLocalNumber - 2;

function isWithoutAreaCode(dialled: string, { country, areaCode }: NumberPlace): boolean {
  if (areaCode !== '' || !isSupportedCountry(country)) return false;
  if (!/^[1-9]/.test(dialled) || dialled.length > longestWithoutAreaCode || harmonisedService.test(dialled))
    return false;
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const shortest = Math.min(...(metadata.numberingPlan?.possibleLengths() ?? [shortestOfClosedPlan]));
  if (shortest >= shortestOfClosedPlan) return false;
  // Only where a 0 leads to another area: Italy's numbers keep theirs, and others have none.
  const elsewhere = parsePhoneNumberFromString(`0${dialled}`, { defaultCountry: country, extract: false });
  return elsewhere?.nationalNumber === dialled;
}

/** How a number is shown: the international form with spaces. What is not in E.164 form stays as it is. */
export function formatNumber(number: string): string {
  const parsed = parseE164(number);
  if (parsed) return parsed.formatInternational();
  const late = e164Form.test(number) ? lateNumberOf(number) : null;
  return late === null ? number : `+${late.code} ${late.national}`;
}

/** How a number is written in its own country; abroad, and where it is not in E.164 form, as `formatNumber` shows it. */
export function localizedNumber(number: string, country: string): string {
  const parsed = parseE164(number);
  return parsed !== undefined && parsed.country === country ? parsed.formatNational() : formatNumber(number);
}

/** Where a number in E.164 form is at home (ISO 3166-1 alpha-2); null where that is not known, as for satellites. */
export function countryOfNumber(number: string): string | null {
  const late = lateNumberOf(number)?.countries;
  if (late) return late.length === 1 ? (late[0] ?? null) : null;
  return parseE164(number)?.country ?? null;
}

/** Whether a number in E.164 form has the digits that numbers of its country have; dialling asks for less. */
export function isValidNumber(number: string): boolean {
  return parseE164(number)?.isValid() ?? isPossibleWithoutPlan(number);
}

/** A number that begins with 0 carries a trunk or international prefix in every plan that has local numbers. */
function isLocal(dialled: string, place: NumberPlace): boolean {
  return (
    place.areaCode !== '' &&
    /^[1-9]/.test(dialled) &&
    place.areaCode.length + dialled.length <= longestLocalNumber &&
    !harmonisedService.test(dialled)
  );
}

function parseE164(number: string): PhoneNumber | undefined {
  return e164Form.test(number) ? parsePhoneNumberFromString(number, { extract: false }) : undefined;
}

function e164Of(number: PhoneNumber | undefined): string | null {
  if (!number?.isPossible() || !e164Form.test(number.number) || hasStrayZero(number)) return null;
  // A number that reads as another one once it is shown, such as +49 000000, exists nowhere.
  return parsePhoneNumberFromString(number.formatInternational())?.number === number.number ? number.number : null;
}

/**
 * Whether the national part begins with a 0 that does not belong there. Within the country such a number would be dialled
 * as something else: `+49 001…` as a call abroad, `+49 0900…` as premium rate. Italy and a few others have numbers with
 * one 0 in front, which their plans know; two zeros lead abroad from nearly everywhere.
 */
function hasStrayZero(number: PhoneNumber): boolean {
  const national = number.number.slice(1 + number.countryCallingCode.length);
  return national.startsWith('00') || (national.startsWith('0') && !number.isValid());
}
