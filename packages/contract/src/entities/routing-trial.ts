import { z } from 'zod';
import { timestamp, webUserId } from './common.ts';
import { forwardWhens } from './line-forwarding.ts';
import { skillSteps } from './skill.ts';
import { menuKey, menuTarget } from './voice-menu.ts';

/** Why a call comes to a channel. */
const trialReason = z.enum(['called', 'overflow', 'closed', 'holiday', 'rule']);

/** Who talks to callers of a call assistant, or why nobody does: then the call goes on immediately. */
const trialVoice = z.enum(['questions', 'bot', 'asksNothing', 'gone']);
export type TrialVoice = z.infer<typeof trialVoice>;

/** Seconds after the call came; the length of announcements is not counted. */
const afterSeconds = z.number();

/**
 * Why a number outside would not be called; null: it would. `userLimit` and `accountLimit`: what the user who pays for the call,
 * or the company, may call outside is used up.
 */
const numberProblem = z.enum(['ownNumber', 'noTrunk', 'barred', 'userLimit', 'accountLimit']).nullable();

/** One thing that would happen to a call that nobody takes, in its order. */
const trialStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('channel'), afterSeconds, channelId: z.string(), name: z.string(), why: trialReason }),
  /** The caller is blocked, by a list of the company's or of the user whose channel it is; `number` null: as anonymous. */
  z.object({
    kind: z.literal('blocked'),
    afterSeconds,
    by: z.enum(['company', 'user']),
    number: z.string().nullable(),
  }),
  /** Callers without a number press a key before anything else, as a list of the company's or the user's has it. */
  z.object({ kind: z.literal('proof'), afterSeconds, by: z.enum(['company', 'user']) }),
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
  /**
   * A call assistant has the call, for a length that is not counted; what follows is for a caller who wants a person, or whom
   * its bot hands on.
   */
  z.object({
    kind: z.literal('assistant'),
    afterSeconds,
    assistantId: z.string(),
    name: z.string().nullable(),
    voice: trialVoice,
  }),
  /** A voice menu is heard and nothing is pressed; `keys`: where each key would lead, by the names of things, and the skills that it asks for. */
  z.object({
    kind: z.literal('menu'),
    afterSeconds,
    menuId: z.string(),
    name: z.string(),
    keys: z.array(
      z.object({
        key: menuKey,
        target: menuTarget,
        name: z.string().nullable(),
        skills: z.array(z.string()).optional(),
      }),
    ),
  }),
  /** The caller is in a conference room, once they have entered its PIN. */
  z.object({ kind: z.literal('room'), afterSeconds, channelId: z.string(), name: z.string() }),
  /** A user speaks to the desk phones of a paging group, of which there are so many. */
  z.object({ kind: z.literal('page'), afterSeconds, name: z.string(), phones: z.number() }),
  /** These ring together for this long. */
  z.object({
    kind: z.literal('ring'),
    afterSeconds,
    members: z.array(z.object({ userId: webUserId, name: z.string() })),
    seconds: z.number(),
    /** The skills by which they were chosen, and how much of it still counts; left out: by none. */
    asked: z
      .object({
        step: z.enum(skillSteps),
        needs: z.array(z.object({ skillId: z.string(), name: z.string(), level: z.number() })),
      })
      .optional(),
  }),
  /** The mobile of one of those who ring begins to ring along, and takes the call only with a key. */
  z.object({
    kind: z.literal('mobile'),
    afterSeconds,
    userId: webUserId,
    name: z.string(),
    number: z.string(),
    problem: numberProblem,
  }),
  /**
   * Nobody is free for this long; `inQueue`: the caller waits in the channel's queue, and members ring again meanwhile.
   * `callBack`: they may hang up and are called back.
   */
  z.object({
    kind: z.literal('wait'),
    afterSeconds,
    seconds: z.number(),
    inQueue: z.boolean(),
    callBack: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('voicemail'), afterSeconds, channelId: z.string(), maxSeconds: z.number() }),
  z.object({
    kind: z.literal('number'),
    afterSeconds,
    number: z.string(),
    problem: numberProblem,
  }),
  /** The user's own rule for this occasion sends the call where the next step says. */
  z.object({ kind: z.literal('rule'), afterSeconds, when: z.enum(forwardWhens) }),
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
