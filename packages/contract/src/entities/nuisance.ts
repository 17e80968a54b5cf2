import { z } from 'zod';
import { timestamp } from './common.ts';

/** A mark lasts so long; then the caller has to be marked again. */
export const nuisanceDays = 90;

/** A user marks at most so many callers at the same time. */
export const mostNuisanceMarks = 500;

const after = z.int().min(2).max(20);
const action = z.enum(['propose', 'block']);

/**
 * What marks of users come to: so many of them, each of another user, propose a caller to the administrators, or block the
 * caller for the company.
 */
export const nuisanceSettings = z.object({ after: after.default(3), action: action.default('propose') });
export type NuisanceSettings = z.infer<typeof nuisanceSettings>;

export const nuisanceSettingsChange = z
  .object({ after, action })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'nothing to change');

/** A caller whom users marked, as administrators see them. */
export const nuisanceCaller = z.object({
  /** In E.164. */
  number: z.string(),
  /** Who marked them, the last one first; users who are gone count no longer. */
  users: z.array(z.string()),
  lastMarkedAt: timestamp,
  /** As many did as the company asks for. */
  isProposed: z.boolean(),
  /** The company's list has them. */
  isBlocked: z.boolean(),
  /** By marks alone, so for as long as these last. */
  isLearned: z.boolean(),
});
export type NuisanceCaller = z.infer<typeof nuisanceCaller>;
