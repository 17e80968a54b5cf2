import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { OutsideCalls } from '../entities/guard.ts';

/** What a call to a number costs, roughly: that is what fraud is after. */
export interface Destination {
  /** ISO 3166-1 alpha-2; null for networks that belong to no country, and where it cannot be told. */
  readonly country: string | null;
  readonly international: boolean;
  /**
   * `premium`: premium-rate and personal numbers, directory and mass-calling services. `satellite`: satellite and other
   * networks of no country. `unknown`: abroad, and nobody can say where.
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
  // Germany: directory services, innovative services, mass calling, the old and the new premium range.
  ...['+49118', '+4912', '+49137', '+49190', '+49900'],
  // Austria and Switzerland.
  ...['+43118', '+43900', '+43901', '+43930', '+43931', '+43939', '+4118', '+41900', '+41901', '+41906'],
  // United Kingdom: directory services, personal numbers, premium rate.
  ...['+44118', '+4470', '+449'],
  // France, Italy, Spain, the Netherlands, Poland, and North America.
  ...['+33118', '+3389', '+3912', '+39166', '+3989', '+34803', '+34806', '+34807', '+34905', '+34118'],
  ...['+3118', '+31900', '+31906', '+31909', '+4870', '+1900', '+1976'],
];

const costlyTypes = new Set(['PREMIUM_RATE', 'PERSONAL_NUMBER', 'PAGER']);

/**
 * What a number is, seen from a country (ISO 3166-1 alpha-2). What is not in E.164 form is a number that only the
 * registrar of a phone understands: abroad when it begins like an international call, else ordinary.
 */
export function destinationOf(number: string, home: string): Destination {
  const parsed = parsePhoneNumberFromString(number, { extract: false });
  if (!number.startsWith('+') || !parsed) {
    const abroad = /^(\+|00|011)/.test(number);
    return { country: abroad ? null : home, international: abroad, class: abroad ? 'unknown' : 'ordinary' };
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
  return { country, international, class: country === null ? 'unknown' : 'ordinary' };
}

/** Whether an account may call there at all. Emergency numbers are never asked about. */
export function isAllowedDestination(number: string, destination: Destination, home: string, rules: OutsideCalls) {
  if (rules.barredPrefixes.some((prefix) => number.startsWith(prefix))) return false;
  if (destination.class === 'satellite') return rules.allowSatellite;
  if (destination.class === 'premium' && !rules.allowPremium) return false;
  if (!destination.international) return true;
  return (
    destination.country !== null &&
    (destination.country === home || rules.allowedCountries.includes(destination.country))
  );
}
