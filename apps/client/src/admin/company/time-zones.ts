/** Every time zone that this browser knows, and `current` whether it knows it or not. */
export function timeZones(current: string): { value: string; label: string }[] {
  const known = Intl.supportedValuesOf('timeZone');
  const all = known.includes(current) ? known : [current, ...known];
  return all.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}

/** Countries by their names in a language; the values are ISO 3166-1 alpha-2. */
export function countries(codes: readonly string[], language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return codes
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
}
