import { z } from 'zod';
import { knownCountries } from '../rules/countries.ts';
import type { NumberPlace } from '../rules/numbers/dialable.ts';
import { isPlainLine } from '../rules/plain-line.ts';
import { e164 } from './common.ts';

const digits = z.string().regex(/^[0-9]*$/, 'digits only');

/** What is dialled for a short code: a star code or up to five digits. */
const shortCode = z.string().regex(/^[*#]?[0-9]{1,5}$/, 'up to five digits, a star or hash may come first');

/** What an account's numbers mean beyond its country and area code; what is missing or unreadable is the default. */
export const numberPlanRules = z.object({
  /** Dialled first to reach the outside, as on older phone systems: `0`. Empty: nothing is. */
  outsidePrefix: digits.max(3).default('').catch(''),
  /** Dialled in place of the plus; null for what the country has (`00` in most). */
  internationalPrefix: digits.min(1).max(5).nullable().default(null).catch(null),
  /** Reach police, fire brigade or ambulance besides the numbers of the country. */
  emergencyNumbers: z
    .array(z.string().regex(/^[0-9]{2,6}$/, 'two to six digits'))
    .max(20)
    .default([])
    .catch([]),
  /** Short code → the number that it calls. */
  shortCodes: z.record(shortCode, e164).default({}).catch({}),
});
export type NumberPlanRules = z.infer<typeof numberPlanRules>;

/** How an account reads what its people dial, and what its trunks say. Inside, every number is in E.164 form. */
export const numberPlan = numberPlanRules.extend({
  /** ISO 3166-1 alpha-2. */
  country: z.string().regex(/^[A-Z]{2}$/),
  /** Without the trunk prefix: `30` for Berlin. */
  areaCode: digits.max(6),
});
export type NumberPlan = z.infer<typeof numberPlan>;

/** How an account with these rules reads what is dialled; `stored` is read as `numberPlanRules`. */
export function numberPlaceOf(country: string, areaCode: string, stored: unknown): NumberPlace {
  const { emergencyNumbers, ...rules } = numberPlanRules.parse(stored);
  return { country, areaCode, emergency: emergencyNumbers, ...rules };
}

/** As an administrator writes it: nothing of it may be unreadable. */
export const numberPlanChange = z
  .object({
    country: z.string().refine((code) => knownCountries().includes(code), 'not a country whose numbers are known'),
    areaCode: digits.max(6),
    outsidePrefix: digits.max(3),
    internationalPrefix: digits.min(1).max(5).nullable(),
    emergencyNumbers: z.array(z.string().regex(/^[0-9]{2,6}$/, 'two to six digits')).max(20),
    shortCodes: z.record(shortCode, e164),
  })
  .partial();
export type NumberPlanChange = z.infer<typeof numberPlanChange>;

const addressOf = (line: z.ZodString) =>
  z.object({
    name: line.min(1),
    street: line.min(1),
    houseNumber: line.default(''),
    postalCode: line.min(1),
    city: line.min(1),
    /** ISO 3166-1 alpha-2. */
    country: z.string().regex(/^[A-Z]{2}$/),
    /** Floor, wing, entrance. */
    note: line.default(''),
  });
const line = z.string().trim().max(100);

/** Where help has to go: of the company, or of someone who works elsewhere. As it is kept: better oddly written than none. */
export const emergencyAddress = addressOf(line);
/** The same as someone types it. */
export const typedEmergencyAddress = addressOf(line.refine(isPlainLine, 'a line of an address is one line'));
export type EmergencyAddress = z.infer<typeof emergencyAddress>;
