import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/min';

/** Every country whose numbers are known, as ISO 3166-1 alpha-2 names it. */
export function knownCountries(): readonly string[] {
  return getCountries();
}

/** What is behind the plus in numbers of a known country: `49` for `DE`. Throws for an unknown one. */
export function callingCodeOf(country: string): string {
  return getCountryCallingCode(country as CountryCode);
}
