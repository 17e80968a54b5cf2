import { z } from 'zod';
import { timestamp, typedName } from './common.ts';

/** How many entries a list of blocked callers has at most, that of a company or of a user. */
export const mostBlockedCallers = 500;

/** `number`: this number; `prefix`: every number that begins like this; `anonymous`: all who withhold theirs. */
const kind = z.enum(['number', 'prefix', 'anonymous']);

/** An entry of a list of blocked callers. */
export const blockedCaller = z.object({
  id: z.string(),
  kind,
  /** In E.164, or its beginning with the plus; null for anonymous callers. */
  number: z.string().nullable(),
  note: z.string().nullable(),
  /** Of anonymous callers: they hear that they have to press a key, and are let in with it. */
  asks: z.boolean().default(false),
  /** By marks of users, for as long as these last. */
  isLearned: z.boolean().default(false),
  /** Who blocked them; null where that user is gone. */
  addedBy: z.string().nullable(),
  addedAt: timestamp,
  /** Calls that it has refused so far, and when the last one came; a few seconds behind. */
  refused: z.number().int(),
  lastRefusedAt: timestamp.nullable(),
});
export type BlockedCaller = z.infer<typeof blockedCaller>;

const note = typedName(200).nullable().default(null);

/** What an entry was that is changed by blocking again. */
export const blockedBefore = z.enum(['asked', 'rejected', 'learned']);
export type BlockedBefore = z.infer<typeof blockedBefore>;

/** A caller to block, or anonymous callers to ask. A prefix begins with the plus or with 00. */
export const newBlockedCaller = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['number', 'prefix']), number: z.string().trim().min(1).max(40), note }),
  z.object({ kind: z.literal('anonymous'), asks: z.boolean().default(false) }),
]);
export type NewBlockedCaller = z.infer<typeof newBlockedCaller>;
