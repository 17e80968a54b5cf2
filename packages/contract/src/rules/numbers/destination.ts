import {
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import type { OutsideCalls } from '../../entities/guard.ts';

/** What a call to a number costs, roughly: that is what fraud is after. */
export interface Destination {
  /** ISO 3166-1 alpha-2; null for networks that belong to no country, and where it cannot be told. */
  readonly country: string | null;
  readonly international: boolean;
  /**
   * `premium`: premium-rate and personal numbers, directory and mass-calling services. `satellite`: satellite and other
   * networks of no country. `unknown`: nobody can say what it costs: abroad because nobody knows where it is, at home
   * because the numbering plan has no ordinary service there.
   */
  readonly class: 'ordinary' | 'premium' | 'satellite' | 'unknown';
}

/** Calling codes of satellite and international networks (ITU-T E.164, list of assigned codes). */
const satelliteCodes = new Set(['870', '881', '882', '883']);
/** International premium-rate, personal and shared-cost numbers, and those that the ITU keeps for the UN. */
const costlyCodes = new Set(['808', '878', '888', '979']);
/** International freephone numbers cost the caller nothing. */
const freeCodes = new Set(['800']);

/** What national plans charge extra for and number libraries call ordinary or do not know. */
const costlyPrefixes = [
  // Germany: call by call, directory services, innovative services, mass calling, shared cost and user groups, online
  // services and network-internal numbers with the old premium range, personal numbers, the new premium range.
  '+4910',
  '+49118',
  '+4912',
  '+49137',
  '+4918',
  '+4919',
  '+49700',
  '+49900',
  // Austria and Switzerland.
  '+43118',
  '+43900',
  '+43901',
  '+43930',
  '+43931',
  '+43939',
  '+4118',
  '+41900',
  '+41901',
  '+41906',
  // United Kingdom: directory services, personal numbers, premium rate.
  '+44118',
  '+4470',
  '+449',
  // France, Italy, Spain, the Netherlands, Poland, and North America.
  '+33118',
  '+3389',
  '+3912',
  '+39166',
  '+3989',
  '+34803',
  '+34806',
  '+34807',
  '+34905',
  '+34118',
  '+3118',
  '+31900',
  '+31906',
  '+31909',
  '+4870',
  '+1900',
  '+1976',
];

const costlyTypes = new Set(['PREMIUM_RATE', 'PERSONAL_NUMBER', 'PAGER']);

/** What a call within the own country may be without costing extra; `UAN` are numbers of companies such as 03 in Britain. */
const ordinaryTypes = new Set([
  'FIXED_LINE',
  'MOBILE',
  'FIXED_LINE_OR_MOBILE',
  'VOIP',
  'TOLL_FREE',
  'UAN',
  'VOICEMAIL',
]);

/** Services of social value cost nothing or as little as a local call in all of Europe (ETSI TR 102 133). */
const harmonisedService = /^116[0-9]{3}$/;

/** As long as this, digits without a plus are a service of the registrar; more may be any number that one can call. */
const longestService = 5;

/**
 * What a number is, seen from a country (ISO 3166-1 alpha-2). What is not in E.164 form is a number that only the
 * registrar of a phone understands: abroad when it begins like an international call, ordinary where it is too short for
 * anything but a service of the registrar.
 */
export function destinationOf(number: string, home: string): Destination {
  const parsed = parsePhoneNumberFromString(number, { extract: false });
  if (!number.startsWith('+') || !parsed) {
    const abroad = /^(\+|00|011)/.test(number);
    const isService = !abroad && number.replace(/[^0-9]/g, '').length <= longestService;
    return { country: abroad ? null : home, international: abroad, class: isService ? 'ordinary' : 'unknown' };
  }
  const code = parsed.countryCallingCode;
  if (satelliteCodes.has(code)) return { country: null, international: true, class: 'satellite' };
  if (costlyCodes.has(code)) return { country: null, international: true, class: 'premium' };
  if (freeCodes.has(code)) return { country: null, international: false, class: 'ordinary' };
  const homeCode = isSupportedCountry(home) ? getCountryCallingCode(home) : undefined;
  const country = parsed.country ?? (code === homeCode ? home : null);
  const isCostly =
    costlyPrefixes.some((prefix) => parsed.number.startsWith(prefix)) || costlyTypes.has(parsed.getType() ?? '');
  const international = country !== home;
  if (isCostly) return { country, international, class: 'premium' };
  const isKnown = country !== null && (international || isOrdinary(parsed));
  return { country, international, class: isKnown ? 'ordinary' : 'unknown' };
}

const isOrdinary = (number: PhoneNumber): boolean =>
  ordinaryTypes.has(number.getType() ?? '') || harmonisedService.test(number.nationalNumber);

/** Whether an account may call there at all. Emergency numbers are never asked about. */
export function isAllowedDestination(number: string, destination: Destination, home: string, rules: OutsideCalls) {
  if (rules.barredPrefixes.some((prefix) => number.startsWith(prefix))) return false;
  if (destination.class === 'satellite') return rules.allowSatellite;
  if (destination.class === 'premium' && !rules.allowPremium) return false;
  if (!destination.international) return destination.class !== 'unknown' || rules.allowPremium;
  return (
    destination.country !== null &&
    (destination.country === home || rules.allowedCountries.includes(destination.country))
  );
}
