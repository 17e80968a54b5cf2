import { z } from 'zod';
import { timestamp, webUserId } from './common.ts';
import { menuKey, menuTarget } from './voice-menu.ts';

/** Why a call comes to a channel. */
const trialReason = z.enum(['called', 'overflow', 'closed', 'holiday']);

/** Seconds after the call came; the length of announcements is not counted. */
const afterSeconds = z.number();

/** One thing that would happen to a call that nobody takes, in its order. */
const trialStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('channel'), afterSeconds, channelId: z.string(), name: z.string(), why: trialReason }),
  /** The channel is closed, by hand or by its hours; `holiday` is null outside them. */
  z.object({
    kind: z.literal('closed'),
    afterSeconds,
    holiday: z.string().nullable(),
    byHand: z.boolean().default(false),
  }),
  z.object({
    kind: z.literal('announcement'),
    afterSeconds,
    announcementId: z.string(),
    name: z.string().nullable(),
  }),
  /** A call assistant asks its questions, whose length is not counted; what follows is for a caller who wants a person. */
  z.object({ kind: z.literal('assistant'), afterSeconds, assistantId: z.string(), name: z.string().nullable() }),
  /** A voice menu is heard and nothing is pressed; `keys`: where each key would lead, by the names of things. */
  z.object({
    kind: z.literal('menu'),
    afterSeconds,
    menuId: z.string(),
    name: z.string(),
    keys: z.array(z.object({ key: menuKey, target: menuTarget, name: z.string().nullable() })),
  }),
  /** These ring together for this long. */
  z.object({
    kind: z.literal('ring'),
    afterSeconds,
    members: z.array(z.object({ userId: webUserId, name: z.string() })),
    seconds: z.number(),
  }),
  /** Nobody is free for this long. */
  z.object({ kind: z.literal('wait'), afterSeconds, seconds: z.number() }),
  z.object({ kind: z.literal('voicemail'), afterSeconds, channelId: z.string(), maxSeconds: z.number() }),
  z.object({
    kind: z.literal('number'),
    afterSeconds,
    number: z.string(),
    /** Why the number would not be called; null: it would, within the account's limits. */
    problem: z.enum(['ownNumber', 'noTrunk', 'barred']).nullable(),
  }),
  z.object({
    kind: z.literal('end'),
    afterSeconds,
    why: z.enum(['doNotDisturb', 'unavailable', 'closed', 'nobodyTookIt', 'notSentOn']),
  }),
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
