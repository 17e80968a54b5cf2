import { z } from 'zod';
import { timestamp } from './common.ts';

const note = z.object({ content: z.string(), createdAt: timestamp.nullish(), updatedAt: timestamp.nullish() });
const choice = z.object({ id: z.string(), displayValue: z.string() });

/** Where a call log is kept. SENT-055 */
export const callLogKey = z.object({ accountId: z.string(), channelId: z.string(), sessionId: z.string() });
export type CallLogKey = z.infer<typeof callLogKey>;

/** What of a call goes into the CRM. SENT-056 */
export const callLog = z.object({
  note: note.nullish(),
  owner: z.string().nullable().default(null),
  selectedOutcome: choice.nullable().default(null),
  /** Set once the entities of the user's settings were added, so that what they remove stays removed. */
  isDefaultEntitySelectionApplied: z.boolean().default(false),
});
export type CallLog = z.infer<typeof callLog>;

/** A record that a call is logged to; it has a `logId` from then on. SENT-057 */
export const callLogEntity = z.object({
  id: z.string(),
  type: z.string(),
  source: z.string(),
  owner: z.string(),
  logId: z.string().optional(),
});
export type CallLogEntity = z.infer<typeof callLogEntity>;

/** A follow-up task of a session, while it is being written. SENT-059 */
export const taskDraft = z.object({
  owner: z.string(),
  due: timestamp.nullable(),
  content: z.string().default(''),
  title: z.string().default(''),
  type: choice.nullable().default(null),
});
export type TaskDraft = z.infer<typeof taskDraft>;

/** The task as the CRM gets it. SENT-060 */
export const taskRequest = z.object({
  callReference: z.object({ sessionId: z.string(), channelId: z.string() }),
  content: z.string(),
  /** Milliseconds since 1970. */
  dueAt: z.number().int(),
  title: z.string(),
  type: z.string(),
  integrationEntities: z.array(z.object({ id: z.string(), type: z.string(), source: z.string() })).min(1),
});
export type TaskRequest = z.infer<typeof taskRequest>;
