import { getCountries } from 'libphonenumber-js/min';
import metadata from 'libphonenumber-js/min/metadata';

/** Plans of numbers, as the library has them: which countries a calling code has, and how their numbers look. */
export interface NumberPlans {
  readonly country_calling_codes: Readonly<Record<string, readonly string[]>>;
  readonly countries: Readonly<Record<string, unknown>>;
}

/**
 * The plans that are there. In a browser those of most countries come later (`apps/client/build/number-plans.ts`): `late` has the
 * countries of their calling codes until then.
 */
const plans: {
  readonly country_calling_codes: Record<string, readonly string[]>;
  readonly countries: Record<string, unknown>;
  late?: Readonly<Record<string, readonly string[]>>;
} = metadata;

/** No number in E.164 form is shorter than this where its plan is not there to say so. */
const shortestWithoutPlan = 7;

/** Whether all plans are there. */
export const hasAllPlans = (): boolean => plans.late === undefined;

/** Every country, those too whose plans come later. */
export function allCountries(): readonly string[] {
  return plans.late === undefined ? getCountries() : [...getCountries(), ...Object.values(plans.late).flat()].sort();
}

/** The calling code of a country whose plan comes later; undefined for any other. */
export function lateCallingCodeOf(country: string): string | undefined {
  return Object.entries(plans.late ?? {}).find(([, countries]) => countries.includes(country))?.[0];
}

/** A number in E.164 form whose plan comes later, cut behind its calling code; null for any other. */
export function lateNumberOf(e164: string): { code: string; national: string; countries: readonly string[] } | null {
  if (plans.late === undefined || !e164.startsWith('+')) return null;
  for (const length of [1, 2, 3]) {
    const code = e164.slice(1, 1 + length);
    const countries = plans.late[code];
    if (countries) return { code, national: e164.slice(1 + length), countries };
  }
  return null;
}

/** Whether a number without its plan may be one: what leads abroad again is none. */
export function isPossibleWithoutPlan(e164: string): boolean {
  const late = lateNumberOf(e164);
  return late !== null && e164.length > shortestWithoutPlan && !late.national.startsWith('00');
}

/** Adds the plans that came later. Where they are there already nothing changes. */
export function addPlans({ country_calling_codes, countries }: NumberPlans): void {
  if (plans.late === undefined) return;
  Object.assign(plans.countries, countries);
  Object.assign(plans.country_calling_codes, country_calling_codes);
  delete plans.late;
}
