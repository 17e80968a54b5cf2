import { expect, test } from 'vitest';
import { callingCodeOf, knownCountries } from './countries.ts';

test('every known country has two letters and a calling code', () => {
  expect(knownCountries()).toContain('DE');
  for (const country of knownCountries()) {
    expect(country).toMatch(/^[A-Z]{2}$/);
    expect(callingCodeOf(country)).toMatch(/^[1-9][0-9]{0,2}$/);
  }
  expect(callingCodeOf('DE')).toBe('49');
});
