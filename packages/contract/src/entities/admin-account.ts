import { z } from 'zod';
import { callSettings } from './call-settings.ts';
import { timeZone } from './channel-routing.ts';
import { pictureUrl, reach, timestamp, typedName } from './common.ts';
import { flagNames, flags } from './flags.ts';
import { outsideCalls, outsideCallsChange } from './guard.ts';
import { emergencyAddress, numberPlan, numberPlanChange, typedEmergencyAddress } from './number-plan.ts';
import { signInRules, signInRulesChange } from './second-factor.ts';

const days = z.int().min(1).max(3650).nullable();

/** After how many days things are deleted for good; null: never. Calls go with everything that belongs to them. */
export const retention = z.object({
  calls: days.default(null),
  recordings: days.default(null),
  voicemails: days.default(null),
  /** Made in the browser; of the account that runs the server. */
  backups: days.default(null),
  /** On the product and on calls, with pictures and logs. */
  feedback: days.default(365),
});
export type Retention = z.infer<typeof retention>;

/** What an account has booked, and how much of it is used by all its people together. */
export const adminPlan = z.object({
  id: z.string(),
  displayName: z.string(),
  grants: z.array(z.string()),
  link: z.string().nullable(),
  quotas: z.array(z.object({ grant: z.string(), limit: z.number(), used: z.number() })),
});

/** The account with everything that administrators set. */
export const adminAccount = z.object({
  id: z.string(),
  name: z.string(),
  logoUrl: pictureUrl.nullable(),
  timeZone: z.string(),
  numberPlan,
  emergencyAddress: emergencyAddress.nullable(),
  flags,
  callSettings,
  outsideCalls,
  retention,
  signIn: signInRules,
  plan: adminPlan,
  /** The people who can sign in or are invited. */
  users: z.int(),
  /** Whether the server sends mail; else links are shown to be copied. */
  sendsMail: z.boolean(),
  /** From where links for other people can be opened, if nobody makes them somewhere better known. */
  linksReach: reach,
  /** This server knows an HTTPS address of its own, from which desk phones can fetch their settings. */
  offersHttps: z.boolean(),
  /** The account that runs this server: it alone makes backups of everything. */
  runsServer: z.boolean(),
});
export type AdminAccount = z.infer<typeof adminAccount>;

/** The part of it that every role sees. */
export const adminCompanyFacts = adminAccount.pick({
  id: true,
  name: true,
  timeZone: true,
  numberPlan: true,
  callSettings: true,
  sendsMail: true,
  linksReach: true,
  offersHttps: true,
  runsServer: true,
});
export type AdminCompanyFacts = z.infer<typeof adminCompanyFacts>;

/** What is missing stays. `callSettings` and hold music have routes of their own. */
export const adminAccountChange = z
  .object({
    name: typedName(200),
    logoUrl: pictureUrl.max(2000).nullable(),
    timeZone,
    numberPlan: numberPlanChange,
    emergencyAddress: typedEmergencyAddress.nullable(),
    /** Only the flags that are named change. */
    flags: z.partialRecord(z.enum(flagNames), z.boolean()),
    outsideCalls: outsideCallsChange,
    /** CONFLICT for networks that the asker is not in. */
    signIn: signInRulesChange,
    retention: z.object({ calls: days, recordings: days, voicemails: days, backups: days, feedback: days }).partial(),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'nothing to change');
export type AdminAccountChange = z.infer<typeof adminAccountChange>;

/** The steps of the first run in their order. */
export const setUpSteps = ['company', 'line', 'emergency-address', 'people', 'queue', 'voice-menu', 'try-out'] as const;
export const setUpStep = z.enum(setUpSteps);
export type SetUpStep = z.infer<typeof setUpStep>;

/**
 * The state of a step of the first run, worked out from what is there. `done`: the thing is there, no matter who made
 * it, and works; `failed`: it is there and fails now; `waiting`: a part of it is missing, switched off, or not known to work yet;
 * `skipped`: someone said later; `open`: none of these.
 */
export const setUpStates = ['done', 'failed', 'waiting', 'skipped', 'open'] as const;
/** A state that this version does not know reads `open`. */
const setUpState = z.enum(setUpStates).catch('open');
export type SetUpState = (typeof setUpStates)[number];

/** How far an account's administrators came. */
export const adminSetUp = z.object({
  id: z.string(),
  steps: z.array(z.object({ step: setUpStep, state: setUpState })),
  /** Which calls with the outside someone of the company has had: `out` from here, `in` to here, on whichever line. */
  tried: z.object({ out: z.boolean(), in: z.boolean() }),
  /** When someone closed the wizard for good; null: it is shown to administrators. */
  finishedAt: timestamp.nullable(),
});
export type AdminSetUp = z.infer<typeof adminSetUp>;

/** Fewest characters of the passphrase of a backup: people who have the file can guess as long as they like. */
export const backupPassphraseMinLength = 12;

/** A copy of everything the server keeps. */
export const backup = z.object({
  id: z.string(),
  startedAt: timestamp,
  state: z.enum(['running', 'ready', 'failed']),
  /** Size so far. */
  bytes: z.number().int().nonnegative(),
  isEncrypted: z.boolean(),
  failure: z.string().nullable(),
  /** Where the schedule keeps it; null: in the data folder of this server, from where it can be downloaded. */
  place: z.string().nullable(),
  /** What the last look into it said; null: nobody has looked. */
  looked: z.object({ at: timestamp, isGood: z.boolean(), says: z.string().nullable() }).nullable(),
});
export type Backup = z.infer<typeof backup>;
