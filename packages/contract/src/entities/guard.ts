import { z } from 'zod';
import { knownCountries } from '../rules/countries.ts';
import { timestamp } from './common.ts';

/** How many of a limit; null for as many as one likes. */
const limit = (most: number) => z.number().int().min(0).max(most).nullable();

/** What a user, or all of an account together, may call outside. A day is the last 24 hours, an hour the last 60 minutes. */
export const outsideCallLimits = z.object({
  concurrentCalls: limit(10_000),
  callsPerHour: limit(100_000),
  minutesPerDay: limit(1_000_000),
  internationalMinutesPerDay: limit(1_000_000),
});
export type OutsideCallLimits = z.infer<typeof outsideCallLimits>;

/** Limits of a user or an account that nobody has set. */
export const defaultUserLimits: OutsideCallLimits = {
  concurrentCalls: 5,
  callsPerHour: 100,
  minutesPerDay: 600,
  internationalMinutesPerDay: 120,
};
export const defaultAccountLimits: OutsideCallLimits = {
  concurrentCalls: 100,
  callsPerHour: 2000,
  minutesPerDay: 20_000,
  internationalMinutesPerDay: 600,
};

/** A country as ISO 3166-1 alpha-2 names it. */
const country = z.string().regex(/^[A-Z]{2}$/, 'not a country code of two letters');

/** One that there is: what is stored may name others, and then allows nothing by them. */
const knownCountry = country.refine(
  (code) => !/^[A-Z]{2}$/.test(code) || knownCountries().includes(code),
  'not a country whose numbers are known',
);

const limitsOrDefault = (fallback: OutsideCallLimits) =>
  z.object({
    concurrentCalls: outsideCallLimits.shape.concurrentCalls
      .default(fallback.concurrentCalls)
      .catch(fallback.concurrentCalls),
    callsPerHour: outsideCallLimits.shape.callsPerHour.default(fallback.callsPerHour).catch(fallback.callsPerHour),
    minutesPerDay: outsideCallLimits.shape.minutesPerDay.default(fallback.minutesPerDay).catch(fallback.minutesPerDay),
    internationalMinutesPerDay: outsideCallLimits.shape.internationalMinutesPerDay
      .default(fallback.internationalMinutesPerDay)
      .catch(fallback.internationalMinutesPerDay),
  });

const accountLimits = limitsOrDefault(defaultAccountLimits);
const userLimits = limitsOrDefault(defaultUserLimits);

const barrings = {
  /** Countries besides the account's own. */
  allowedCountries: z.array(country).max(300),
  /** Numbers that cost more than a call: premium-rate and personal numbers, directory services. */
  allowPremium: z.boolean(),
  /** Satellite and other networks that belong to no country. */
  allowSatellite: z.boolean(),
  /** Beginnings of E.164 numbers that stay barred whatever is allowed. */
  barredPrefixes: z
    .array(z.string().regex(/^\+[1-9][0-9]{0,14}$/, 'not the beginning of a number in E.164 form'))
    .max(1000),
};

/** What an account may call outside. What is missing or cannot be read is the careful default: the own country alone. */
export const outsideCalls = z.object({
  allowedCountries: barrings.allowedCountries.default([]).catch([]),
  allowPremium: barrings.allowPremium.default(false).catch(false),
  allowSatellite: barrings.allowSatellite.default(false).catch(false),
  barredPrefixes: barrings.barredPrefixes.default([]).catch([]),
  /** All of the account together. */
  limits: accountLimits.default(defaultAccountLimits).catch(defaultAccountLimits),
  /** Each user who has no limits of their own. */
  limitsOfEachUser: userLimits.default(defaultUserLimits).catch(defaultUserLimits),
});
export type OutsideCalls = z.infer<typeof outsideCalls>;

/** What an administrator changes of them: what is missing stays, and what cannot be read is refused. */
export const outsideCallsChange = z
  .object({
    ...barrings,
    allowedCountries: z.array(knownCountry).max(300),
    limits: outsideCallLimits,
    limitsOfEachUser: outsideCallLimits,
  })
  .partial();

/** A user's own limits where they differ from the account's; null where the account decides. */
export const outsideCallsOfUser = z.object({ limits: outsideCallLimits.nullable().default(null).catch(null) });
export type OutsideCallsOfUser = z.infer<typeof outsideCallsOfUser>;

/** Why an outside call was not made. */
export const outsideRefusalCodes = ['DESTINATION_BARRED', 'LIMIT_REACHED'] as const;
export type OutsideRefusalCode = (typeof outsideRefusalCodes)[number];

/** Who is not listened to for a while, because they guessed passwords or searched for extensions. */
export const ban = z.object({
  /** `address`, or `address username` of a ban that holds for one user name only. */
  id: z.string(),
  address: z.string(),
  /** Null when everything from the address is refused. */
  username: z.string().nullable(),
  reason: z.enum(['wrongPasswords', 'unknownUsers', 'tooManyRequests']),
  /** How often it was banned; each time it takes longer. */
  strikes: z.number().int(),
  since: timestamp,
  until: timestamp,
  liftedAt: timestamp.nullable(),
});
export type Ban = z.infer<typeof ban>;

/** What administrators are told of as soon as it happens. */
export const alertKinds = [
  'limitReached',
  'barredOften',
  'addressBanned',
  'passwordsGuessed',
  'directoryStopped',
] as const;
export const alertKind = z.enum(alertKinds);
export type AlertKind = z.infer<typeof alertKind>;

/** Something that administrators are told, until one of them dismisses it; the audit log has a line of it in any case. */
export const alert = z.object({
  id: z.string(),
  kind: alertKind,
  /** A network address, the id of a user or of the account, or `others` when there were too many to tell apart. */
  source: z.string(),
  at: timestamp,
});
export type Alert = z.infer<typeof alert>;

/** What the server refuses and counts. */
export const refusalKinds = [
  'sipBanned',
  'sipWrongPassword',
  'sipUnknownUser',
  'sipSilenced',
  'sipTooManyRequests',
  'sipMaxForwards',
  'phoneSetup',
  'signInWrong',
  'signInThrottled',
  'destinationBarred',
  'limitReached',
  'apiTooManyRequests',
] as const;
export const refusalKind = z.enum(refusalKinds);
export type RefusalKind = z.infer<typeof refusalKind>;

/** How often something was refused to one source within one hour. */
export const refusalCount = z.object({
  id: z.string(),
  kind: refusalKind,
  /** A network address, the id of a user, or `others` when there were too many to tell apart. */
  source: z.string(),
  /** The beginning of the hour. */
  hour: timestamp,
  count: z.number().int(),
  lastAt: timestamp,
  detail: z.record(z.string(), z.unknown()),
});
export type RefusalCount = z.infer<typeof refusalCount>;
