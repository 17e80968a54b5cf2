import { type CountryCode, getCountryCallingCode } from 'libphonenumber-js/min';
import { allCountries, lateCallingCodeOf } from './numbers/plans.ts';

/** Every country whose numbers are known, as ISO 3166-1 alpha-2 names it. */
export function knownCountries(): readonly string[] {
  return allCountries();
}

/** What is behind the plus in numbers of a known country: `49` for `DE`. Throws for an unknown one. */
export function callingCodeOf(country: string): string {
  return lateCallingCodeOf(country) ?? getCountryCallingCode(country as CountryCode);
}
