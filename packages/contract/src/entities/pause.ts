import { z } from 'zod';
import { plainId, timestamp, typedName } from './common.ts';

/** Reasons that need no name of their own: each user reads them in their language. */
export const standardPauses = ['break', 'lunch', 'followUp', 'meeting'] as const;
export type StandardPause = (typeof standardPauses)[number];

export const isStandardPause = (id: string): id is StandardPause => (standardPauses as readonly string[]).includes(id);

/** The longest pause that ends by itself. */
export const mostPauseMinutes = 720;
export const mostPauseReasons = 20;

const pauseMinutes = z.int().min(1).max(mostPauseMinutes);

/** Why a member of a queue may pause. */
const pauseReason = z.object({
  id: plainId,
  /** Null: one of the standard ones. */
  name: typedName(40).nullable(),
  /** How long it usually takes; null: until the member ends it. */
  minutes: pauseMinutes.nullable(),
});
export type PauseReason = z.infer<typeof pauseReason>;

/** The reasons of an account in their order; the first is that of the star code. */
export const pauseReasons = z
  .array(pauseReason)
  .min(1)
  .max(mostPauseReasons)
  .refine((all) => all.every(({ id, name }) => name !== null || isStandardPause(id)), 'a reason has a name')
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'an id stands once')
  .refine((all) => {
    const names = all.flatMap(({ name }) => (name === null ? [] : [name.toLowerCase()]));
    return new Set(names).size === names.length;
  }, 'a name stands once');

/** The reasons of an account that has not changed them. */
export const firstPauseReasons: readonly PauseReason[] = [
  { id: 'break', name: null, minutes: 15 },
  { id: 'lunch', name: null, minutes: 45 },
  { id: 'followUp', name: null, minutes: null },
  { id: 'meeting', name: null, minutes: null },
];

/** That a member takes no calls of a queue for now. */
export const pause = z.object({
  reasonId: z.string(),
  /** What the reason was called when it began; null: a standard one. */
  name: z.string().nullable(),
  since: timestamp,
  /** Null: until the member ends it. */
  until: timestamp.nullable(),
});
export type Pause = z.infer<typeof pause>;

/** The pause as it is at a moment; null once it is over. */
export const pauseAt = (given: Pause | null | undefined, now: number): Pause | null =>
  given && (given.until === null || Date.parse(given.until) > now) ? given : null;

/** How a member begins a pause. */
export const pauseBegin = z.object({
  reasonId: plainId,
  /** When it ends by itself; null: when the member ends it. */
  minutes: pauseMinutes.nullable(),
  /** In all queues that the member is logged in to, not in this one alone. */
  everywhere: z.boolean().default(false),
});
