import { z } from 'zod';
import { locale, personPicture, timestamp, webUserId } from './common.ts';
import { plan } from './plan.ts';

/** The pages of a person's first start, in their order; addresses of the app. */
export const setupPaths = ['/setup/start', '/setup/integrations', '/setup/done'] as const;
export type SetupPath = (typeof setupPaths)[number];

/** How far a person came in their first start, which has an end; `path` is the page where they go on. SENT-001 */
export const onboarding = z.object({
  completed: z.boolean().default(false),
  path: z.string().nullable().default(null),
});
export type Onboarding = z.infer<typeof onboarding>;

/** The signed-in person with everything that is theirs alone. `masterSipId` is the account's id. ENT-008, SENT-001 */
export const user = z.object({
  id: z.string(),
  webUserId,
  masterSipId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.email(),
  avatarUrl: personPicture.nullish(),
  locale,
  admin: z.boolean().default(false),
  /** What they may administer without being an administrator, as `adminRoles` names it. */
  roles: z.array(z.string()).default([]),
  plan,
  grants: z.array(z.string()).default([]),
  /** Uses by grant, CALL_BOOSTS among them. */
  usedQuotas: z.record(z.string(), z.number()).default({}),
  isDnd: z.boolean().default(false),
  skipRecordingConsent: z.boolean().default(false),
  /** Where the company allows that colleagues call in: their calls ring as others do. */
  refusesIntercom: z.boolean().default(false),
  hasCallSummary: z.boolean().default(false),
  hasCallTranscription: z.boolean().default(false),
  turnPhonesOfflineOnDisconnect: z.boolean().default(false),
  /** Calls shorter than this many seconds are not logged to the CRM. */
  loggedCallDuration: z.number().nonnegative().default(0),
  /** Entity types to log to, by integration name. */
  defaultCallLoggingEntityTypes: z.record(z.string(), z.array(z.string())).default({}),
  defaultPhoneId: z.string().nullable().default(null),
  assistantIds: z.array(z.string()).default([]),
  canSeeAssistantTranscripts: z.boolean().default(false),
  acknowledgedSharedInboxAt: timestamp.nullable().default(null),
  onboarding: onboarding.default({ completed: false, path: null }),
  /** When they last agreed that their calls are written down, and to which version of the text. */
  aiPrivacyAcceptedAt: timestamp.nullable().default(null),
  aiPrivacyVersion: z.int().positive().nullable().default(null),
});
export type User = z.infer<typeof user>;

/** Far more integrations than one account connects. */
const mostIntegrations = 50;
const name = z.string().trim().min(1).max(60);
const entityTypesToLog = z
  .record(name, z.array(name).max(50))
  .refine((types) => Object.keys(types).length <= mostIntegrations, `at most ${mostIntegrations} integrations`);

/** What a person may change of their own record; at least one field. */
export const userChange = z
  .object({
    // Without the user's defaults: a field that is left out must stay as it is.
    locale,
    isDnd: z.boolean(),
    skipRecordingConsent: z.boolean(),
    refusesIntercom: z.boolean(),
    /** On only where transcription is. */
    hasCallSummary: z.boolean(),
    /** Switched on only together with `acceptedPrivacyVersion`. */
    hasCallTranscription: z.boolean(),
    /** The version of the text about written down calls that the user agreed to just now. */
    acceptedPrivacyVersion: z.int().positive(),
    turnPhonesOfflineOnDisconnect: z.boolean(),
    loggedCallDuration: z.number().nonnegative(),
    defaultCallLoggingEntityTypes: entityTypesToLog,
    defaultPhoneId: z.string().max(100).nullable(),
    acknowledgedSharedInboxAt: timestamp.nullable(),
    /** Written as a whole. */
    onboarding: z.strictObject({ completed: z.boolean(), path: z.enum(setupPaths).nullable() }),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'nothing to change');
export type UserChange = z.infer<typeof userChange>;

/** Our own programs, as the identity provider knows them: the app in a browser, and the desktop program around it. */
export const ownClientIds = { browser: 'sidetone', desktop: 'sidetone-desktop' } as const;

/** Claims of the ID token. They take precedence over the user's record. ENT-061, SENT-003 */
export const signInClaims = z.object({ masterSipId: z.string().min(1), webuserId: webUserId });
export type SignInClaims = z.infer<typeof signInClaims>;

/** The user with the identity that the token proves, whatever the record says. */
export function withClaims<Record extends User>(record: Record, claims: SignInClaims): Record {
  return { ...record, masterSipId: claims.masterSipId, webUserId: claims.webuserId };
}
