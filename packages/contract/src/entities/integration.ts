import { z } from 'zod';

/** What an integration can do. */
export const integrationFeatures = [
  'CONTACT_CREATE',
  'CONTACT_UPDATE',
  'CONTACT_DELETE',
  'event-call-integration-entities-create',
  'event-call-integration-entities-update',
] as const;
export type IntegrationFeature = (typeof integrationFeatures)[number];

/** Attributes of a contact that an integration can ask for. */
export const contactAttributeNames = ['FULL_NAME', 'FIRST_NAME', 'LAST_NAME', 'EMAIL', 'ORGANIZATION'] as const;

/** What somebody enters to connect one that has no sign-in page. */
export const configurationKeys = ['key', 'user_name', 'url', 'account_url', 'sub_domain'] as const;

/** Kinds of records in address books and CRMs that a call can belong to. */
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
  return z.array(z.string()).transform((list) => list.filter((name): name is T[number] => names.includes(name)));
}

/** An address book or CRM as the client sees it. */
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
});
export type Integration = z.infer<typeof integration>;

/** Everything that could be connected, and what the account may connect. */
export const supportedIntegrations = z.object({ integrations: z.array(integration), allowlist: z.array(z.string()) });
export type SupportedIntegrations = z.infer<typeof supportedIntegrations>;
