import { z } from 'zod';
import { pageAddress } from '../rules/external-links.ts';
import { timestamp } from './common.ts';

/** What an integration can do. SENT-028 */
export const integrationFeatures = [
  'CONTACT_CREATE',
  'CONTACT_UPDATE',
  'CONTACT_DELETE',
  'event-call-integration-entities-create',
  'event-call-integration-entities-update',
] as const;
export type IntegrationFeature = (typeof integrationFeatures)[number];

/** Attributes of a contact that an integration can ask for. SENT-029 */
export const contactAttributeNames = ['FULL_NAME', 'FIRST_NAME', 'LAST_NAME', 'EMAIL', 'ORGANIZATION'] as const;

/** What someone enters to connect one that has no sign-in page. SENT-030 */
export const configurationKeys = ['key', 'user_name', 'url', 'account_url', 'sub_domain'] as const;

/** Kinds of records in address books and CRMs that a call can belong to. SENT-031 */
export const entityTypes = [
  'contacts',
  'deals',
  'tickets',
  'companies',
  'accounts',
  'leads',
  'opportunities',
  'cases',
  'building_objects',
  'building_object_leads',
] as const;
const entityType = z.enum(entityTypes);
export type EntityType = z.infer<typeof entityType>;

/** Keeps what this version knows of a list and drops the rest, so that a newer server can name more. */
function knownOf<const T extends readonly [string, ...string[]]>(known: T) {
  const names: readonly string[] = known;
  return z.codec(z.array(z.string()), z.array(z.enum(known)), {
    decode: (list) => list.filter((name): name is T[number] => names.includes(name)),
    encode: (list) => list,
  });
}

/** An address book or CRM as the client sees it. ENT-043, SENT-027 */
export const integration = z.object({
  id: z.string(),
  name: z.string(),
  displayName: z.string(),
  features: knownOf(integrationFeatures).default([]),
  contactAttributes: z.partialRecord(z.enum(contactAttributeNames), z.enum(['optional', 'required'])).default({}),
  limitations: z.object({ maxNumbersPerContact: z.number().int().nonnegative().nullish() }).default({}),
  phoneNumberLabels: z.array(z.string()).default([]),
  authenticationRequired: z.boolean().default(false),
  isOAuth: z.boolean().default(false),
  configurationValues: knownOf(configurationKeys).default([]),
  callLoggingEntityTypes: knownOf(entityTypes).default([]),
  isEnabled: z.boolean().default(false),
  isTestAccountOnly: z.boolean().default(false),
  /** A telephone company besides: shown to test accounts only. */
  isTelephonyProvider: z.boolean().default(false),
  /** Built into the server: always connected, nothing to enter. */
  isBuiltIn: z.boolean().default(false),
  /** Where it is told about; null for what needs no telling. */
  landingPageUrl: pageAddress.nullable().default(null),
});
export type Integration = z.infer<typeof integration>;

/** Everything that could be connected, and what the account may connect. ENT-043 */
export const supportedIntegrations = z.object({ integrations: z.array(integration), allowlist: z.array(z.string()) });
export type SupportedIntegrations = z.infer<typeof supportedIntegrations>;

/** What went wrong with an integration, see `errorBody`. */
export const integrationProblem = z.object({
  type: z.string(),
  detail: z.string(),
  translationKey: z.string().optional(),
});
export type IntegrationProblem = z.infer<typeof integrationProblem>;

/**
 * How a connection stands. CONNECTING: contacts come for the first time; AUTHENTICATION_REQUIRED: what was entered is not
 * taken any more; DISCONNECTING: its contacts are being removed.
 */
export const connectionState = z.enum(['CONNECTING', 'CONNECTED', 'AUTHENTICATION_REQUIRED', 'DISCONNECTING']);
export type ConnectionState = z.infer<typeof connectionState>;

/** An integration that the account has connected. Its contacts are everyone's of the account. */
export const connectedIntegration = integration.extend({
  state: connectionState,
  /** Who connected it; null where they are gone, and for what is built in. */
  connectedBy: z.string().nullable(),
  /** What was entered, without secrets. */
  url: z.string().nullable(),
  userName: z.string().nullable(),
  contactCount: z.number().int().nonnegative(),
  /** How far the synchronisation is that runs now: contacts so far, and how many there will be where that is known. */
  progress: z.object({ done: z.number().int(), total: z.number().int().nullable() }).nullable(),
  lastSyncedAt: timestamp.nullable(),
  /** Why the last synchronisation failed; it is tried again. */
  problem: integrationProblem.nullable(),
  /** Logs of calls that wait to be written there, counted up to 1000. */
  waitingLogs: z.number().int().nonnegative().default(0),
  /** Until when its vendor wants to be left alone; null where it does not, or no longer. */
  busyUntil: timestamp.nullable().default(null),
});
export type ConnectedIntegration = z.infer<typeof connectedIntegration>;
