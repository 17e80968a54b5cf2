import { z } from 'zod';
import { timestamp, webUserId } from './common.ts';

/** Why a call comes to a channel. */
export const trialReason = z.enum(['called', 'overflow', 'closed', 'holiday']);

/** One thing that would happen to a call, in its order. */
export const trialStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('channel'), channelId: z.string(), name: z.string(), why: trialReason }),
  z.object({ kind: z.literal('announcement'), announcementId: z.string(), name: z.string().nullable() }),
  /** These ring together for this long. */
  z.object({
    kind: z.literal('ring'),
    members: z.array(z.object({ userId: webUserId, name: z.string() })),
    seconds: z.number(),
  }),
  z.object({ kind: z.literal('voicemail'), channelId: z.string() }),
  z.object({ kind: z.literal('number'), number: z.string() }),
  /** The call ends; the caller is told this status. */
  z.object({ kind: z.literal('end'), status: z.int(), reason: z.string() }),
]);
export type TrialStep = z.infer<typeof trialStep>;

/** What would happen to a call that comes at this moment. */
export const routingTrial = z.object({
  at: timestamp,
  /** The same moment on the account's wall clock, `2026-12-24T09:30`. */
  localTime: z.string(),
  steps: z.array(trialStep),
});
export type RoutingTrial = z.infer<typeof routingTrial>;
