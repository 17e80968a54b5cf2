/** Where most people of a country live; countries with several zones get the one of their largest city. */
const zones: Readonly<Record<string, string>> = {
  DE: 'Europe/Berlin',
  AT: 'Europe/Vienna',
  CH: 'Europe/Zurich',
  LI: 'Europe/Zurich',
  LU: 'Europe/Luxembourg',
  NL: 'Europe/Amsterdam',
  BE: 'Europe/Brussels',
  FR: 'Europe/Paris',
  IT: 'Europe/Rome',
  ES: 'Europe/Madrid',
  PT: 'Europe/Lisbon',
  GB: 'Europe/London',
  IE: 'Europe/Dublin',
  DK: 'Europe/Copenhagen',
  SE: 'Europe/Stockholm',
  NO: 'Europe/Oslo',
  FI: 'Europe/Helsinki',
  PL: 'Europe/Warsaw',
  CZ: 'Europe/Prague',
  US: 'America/New_York',
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of a moment in an account's country, `yyyy-MM-dd`; for other countries in the server's own time zone. */
export function localDay(at: Date, country: string): string {
  let format = formats.get(country);
  if (!format) {
    // Swedish dates are ISO dates.
    format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zones[country] });
    formats.set(country, format);
  }
  return format.format(at);
}
