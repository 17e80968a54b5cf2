import { z } from 'zod';
import { crmWriteGroups } from '../rules/crm/write-groups.ts';
import { crmWriteStates, skipReasons } from '../rules/crm/write-states.ts';
import { timestamp, typedName } from './common.ts';
import { entityTypes } from './integration.ts';

const rev = z.number();

/** How calls of a channel get into a CRM: by themselves, only when someone says so, or never. */
export const logMode = z.enum(['auto', 'ask', 'off']);
export type LogMode = z.infer<typeof logMode>;

/** Kinds of records of a CRM. */
export const entityType = z.enum(entityTypes);

/** A record of a CRM as the client shows it. API-083, API-084 */
export const crmEntity = z.object({
  integrationId: z.string(),
  /** The integration's name, such as HUBSPOT. */
  source: z.string(),
  type: entityType,
  /** The CRM's own id. */
  id: z.string(),
  label: z.string(),
  url: z.string().nullable(),
  isOpen: z.boolean().nullable(),
  /** The CRM's user who owns it. */
  ownerId: z.string().nullable(),
  /** It exists, and the connection may not see it. */
  isHidden: z.boolean().default(false),
});
export type CrmEntity = z.infer<typeof crmEntity>;

/** A choice of a CRM: an outcome, or a type of tasks. API-080, API-082 */
export const crmOption = z.object({ id: z.string(), label: z.string() });
export type CrmOption = z.infer<typeof crmOption>;

/** What was chosen as a call's outcome: `id` is `INTEGRATION:option`, or `text` for free words. */
export const selectedOutcome = z.object({ id: z.string().max(200), displayValue: typedName(200) });
export type SelectedOutcome = z.infer<typeof selectedOutcome>;

/**
 * The log of a call: one for each channel and session. Its note is the note of the call. `id` is
 * `channelId:sessionId`. API-079, SAPI-075
 */
export const callLog = z.object({
  id: z.string(),
  rev,
  channelId: z.string(),
  sessionId: z.string(),
  /** Web user who took or placed the call; null where nobody did. */
  owner: z.string().nullable(),
  mode: logMode,
  selectedOutcome: selectedOutcome.nullable(),
  /** Default entities were chosen once and never again. SLOG-011 */
  isDefaultEntitySelectionApplied: z.boolean(),
  /** When it was closed to be written; null while nobody did. */
  readyAt: timestamp.nullable(),
  /** Several contacts have the number, and nobody said who it was. */
  isAmbiguous: z.boolean(),
});
export type CallLog = z.infer<typeof callLog>;

/** An entry of a log and its state. `logId` says that it is logged already. SENT-058 */
export const callLogEntity = z.object({
  /** `integrationId:type:id`. */
  id: z.string(),
  rev,
  integrationId: z.string(),
  source: z.string(),
  type: entityType,
  entityId: z.string(),
  label: z.string(),
  url: z.string().nullable(),
  isOpen: z.boolean().nullable(),
  ownerId: z.string().nullable(),
  /** The user here who that owner is; null where nobody knows of one. SLOG-014 */
  ownedBy: z.string().nullable().default(null),
  chosenBy: z.enum(['default', 'user']),
  logId: z.string().nullable(),
  /** Of the row that writes it; null while nothing is to be written. */
  state: z.enum(crmWriteStates).nullable(),
  /** Why it is skipped, waits or was refused, in the server's words; null where there is nothing to say. */
  problem: z.string().nullable(),
  logUrl: z.string().nullable(),
});
export type CallLogEntity = z.infer<typeof callLogEntity>;

/** A follow-up task of a call. SAPI-077, SLOG-019 to -027 */
export const callTask = z.object({
  /** Of the log. */
  id: z.string(),
  rev,
  integrationId: z.string(),
  /** Null until one is chosen. */
  type: z.string().nullable(),
  title: z.string().max(500),
  content: z.string().max(20_000),
  /** SLOG-024 */
  dueDay: z.iso.date(),
  /** HH:mm. SLOG-025 */
  dueTime: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .nullable(),
  state: z.enum(crmWriteStates),
  url: z.string().nullable(),
  problem: z.string().nullable(),
});
export type CallTask = z.infer<typeof callTask>;

/** What the logs of an account say besides what all do, for calls that are written from now on. `id` is the account's. */
export const callLogText = z.object({
  id: z.string(),
  rev,
  /** What was found of small talk in a call. */
  smallTalk: z.boolean(),
  /** The way to the call in this app, for users who are signed in. */
  link: z.boolean(),
  /** This server has an address for others, which links need. */
  hasAddress: z.boolean(),
});
export type CallLogText = z.infer<typeof callLogText>;
export const callLogTextChange = callLogText.pick({ smallTalk: true, link: true }).partial();
export type CallLogTextChange = z.infer<typeof callLogTextChange>;

/** A row of the ledger, as administrators see it. No words of calls. */
export const crmWrite = z.object({
  id: z.string(),
  rev,
  integrationId: z.string().nullable(),
  source: z.string(),
  channelId: z.string(),
  sessionId: z.string(),
  kind: z.enum(['call', 'task']),
  unit: z.string(),
  key: z.string(),
  state: z.enum(crmWriteStates),
  skipReason: z.enum(skipReasons).nullable(),
  /** Web user by whom it was closed; null for the server itself. */
  actor: z.string().nullable(),
  remoteNumber: z.string().nullable(),
  /** The name of who was talked to, as the log has it; null where nobody was named, or the call was deleted. */
  remoteName: z.string().nullable(),
  attempts: z.number().int(),
  problem: z.string().nullable(),
  nextTryAt: timestamp.nullable(),
  url: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type CrmWrite = z.infer<typeof crmWrite>;

/** How many rows of the ledger are in a group; `id` is the group. */
export const crmWriteCount = z.object({ id: z.enum(crmWriteGroups), rev, count: z.number().int().nonnegative() });

/** Somebody who works in a CRM. */
export const crmUser = z.object({ id: z.string(), name: z.string(), email: z.string().nullable() });

/** Which user of a CRM a user is: by hand, or else the one with the same email address, if there is one. */
export const matchedUser = z.object({
  userId: z.string(),
  byHand: z.string().nullable(),
  byEmail: z.string().nullable(),
});

/** A move of a row of the ledger. */
export const crmWriteEvent = z.object({
  at: timestamp,
  from: z.enum(crmWriteStates).nullable(),
  to: z.enum(crmWriteStates),
  code: z.string().nullable(),
  requestId: z.string().nullable(),
  milliseconds: z.number().int().nullable(),
});
