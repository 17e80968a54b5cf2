import { z } from 'zod';
import { isPlainLine } from '../rules/plain-line.ts';
import { type Holiday, weeklyHours } from './channel-routing.ts';
import { plainId, typedName } from './common.ts';

export const openingHoursLimits = {
  /** Of an account. */
  sets: 50,
  /** Public holidays are known for at least so many days ahead. */
  daysAhead: 400,
} as const;

/** Why opening hours are refused: `followed`: a channel follows them; `tooMany`: there are as many as there may be. */
export const openingHoursProblems = ['followed', 'tooMany'] as const;
export type OpeningHoursProblem = (typeof openingHoursProblems)[number];

const placeCode = z.string().regex(/^[A-Za-z0-9-]{1,12}$/, 'not the code of a state or region');

/** Where public holidays are the law: a country, one of its states, and where that matters a region of the state. */
const holidayPlace = z.object({
  /** ISO 3166-1 alpha-2. */
  country: z.string().regex(/^[A-Z]{2}$/, 'not a country code of two letters'),
  /** Of ISO 3166-2 where it has one, such as `BY`; null: holidays of the whole country. */
  state: placeCode.nullable().default(null),
  region: placeCode.nullable().default(null),
});
export type HolidayPlace = z.infer<typeof holidayPlace>;

/** The same as a query says it. */
export const holidayPlaceAsked = z.object({
  country: holidayPlace.shape.country,
  state: placeCode.optional(),
  region: placeCode.optional(),
});

/** What a public holiday follows from in every year, such as `easter 60`; it names one that is left out. Some are long. */
const holidayRule = z.string().min(1).max(400).refine(isPlainLine, 'not the rule of a public holiday');

/** A public holiday, with the first and the last of its days. */
const publicHoliday = z.object({
  rule: holidayRule,
  from: z.iso.date(),
  until: z.iso.date(),
  /** Where a language has no name for it, it has the one of its country. */
  names: z.object({ de: z.string(), en: z.string() }),
});
export type PublicHoliday = z.infer<typeof publicHoliday>;

/** A holiday of the account's own; where calls go on it is a matter of each channel. */
const ownHoliday = z
  .object({ from: z.iso.date(), until: z.iso.date(), name: typedName(100) })
  .refine(({ from, until }) => from <= until, { message: 'a holiday ends after it begins', path: ['until'] });

const fields = {
  name: typedName(100),
  /** Null: always open but for holidays. */
  hours: weeklyHours.nullable().default(null),
  holidays: z.array(ownHoliday).max(200).default([]),
  /** Null: public holidays are days like others. */
  place: holidayPlace.nullable().default(null),
  /** Rules of public holidays of that place that are days like others, in every year. */
  leftOut: z.array(holidayRule).max(100).default([]),
};

/** Opening hours that channels share, as administrators set them up. */
export const newOpeningHours = z.object(fields);
export type NewOpeningHours = z.infer<typeof newOpeningHours>;

/** What they say, but for their name. */
export const openingHoursSettings = newOpeningHours.omit({ name: true });
export type OpeningHoursSettings = z.infer<typeof openingHoursSettings>;

/** All of it, as it is to be from now on; `revision`: as it was read. */
export const openingHoursChange = newOpeningHours.extend({ revision: z.number().int().min(0).optional() });
export type OpeningHoursChange = z.infer<typeof openingHoursChange>;

/** Shared opening hours as administrators watch them. */
export const adminOpeningHours = newOpeningHours.extend({
  id: plainId,
  rev: z.number(),
  /** Goes up by one with each change. */
  revision: z.number().int(),
});
export type AdminOpeningHours = z.infer<typeof adminOpeningHours>;

const named = z.object({ id: placeCode, name: z.string() });

/** What is known of the public holidays of a place; without `days` there are none. */
export const holidaysOfPlace = z.object({
  states: z.array(named).max(200),
  /** Of the state that was named. */
  regions: z.array(named).max(200),
  /** From today for twelve months, in their order. */
  days: z.array(publicHoliday).max(200),
});
export type HolidaysOfPlace = z.infer<typeof holidaysOfPlace>;

/** Holidays as their row keeps them, some of which are past. */
export const keptHolidays = z.array(publicHoliday).max(1000);

/** What opening hours come to: their week, and the days on which they are closed, each with its name in one language. */
export interface SharedHours {
  readonly hours: OpeningHoursSettings['hours'];
  readonly holidays: readonly Holiday[];
}
