import { z } from 'zod';
import { callSettings } from './call-settings.ts';
import { channelMember } from './channel.ts';
import { timestamp } from './common.ts';
import { supervisionMode, supervisionState } from './ongoing-call.ts';
import { pause } from './pause.ts';
import { skillLevel } from './skill.ts';

/** The other side of a call on a board; both null for a caller who hides. */
const otherSide = { number: z.string().nullable(), name: z.string().nullable() };

/** Skills, each with the lowest level that is enough; empty from an older server. */
const needs = z.array(z.object({ skillId: z.string(), level: skillLevel })).default([]);

/** A caller whom nobody has answered yet, the next one first. */
const boardCaller = z.object({
  /** Of the inbox event. */
  id: z.string(),
  ...otherSide,
  /** The number that was called. */
  calledNumber: z.string().nullable(),
  /** They hung up, and are called back when it is their turn. */
  isCallBack: z.boolean().default(false),
  /** The skills that they need, those that the queue asks for included. */
  needs,
  since: timestamp,
});
export type BoardCaller = z.infer<typeof boardCaller>;

/** A call of the queue that rings at a member, or that they talk in. */
const boardCall = z.object({
  userId: z.string(),
  /** Of the inbox event; empty from an older server. */
  docId: z.string().default(''),
  state: z.enum(['ringing', 'talking']),
  /** The supervisor who listens to it. */
  supervision: z
    .object({ userId: z.string(), name: z.string(), mode: supervisionMode, state: supervisionState })
    .nullable()
    .default(null),
  ...otherSide,
  since: timestamp,
});
export type BoardCall = z.infer<typeof boardCall>;

const boardPerson = channelMember.extend({
  dialedSince: timestamp.nullable(),
  pause: pause.nullable(),
  /** Calls of the queue that they answered today. */
  answered: z.int().nonnegative(),
  /** May listen to its calls. */
  supervises: z.boolean().default(false),
});
export type BoardPerson = z.infer<typeof boardPerson>;

/** What the calls of today come to that are over; words as in `rules/statistics.ts`. */
const boardToday = z.object({
  incoming: z.int().nonnegative(),
  answered: z.int().nonnegative(),
  missed: z.int().nonnegative(),
  /** The mean time until an answer; null where nothing was answered. */
  waitSeconds: z.int().nonnegative().nullable(),
  /** Answered within `serviceSeconds`. */
  inTime: z.int().nonnegative(),
  /** What the service level is a share of: answered calls, and missed ones whose caller waited for `serviceSeconds`. */
  measured: z.int().nonnegative(),
});

/** The live board of a queue. */
export const queueBoard = z.object({
  /** The channel's. */
  id: z.string(),
  name: z.string().nullable(),
  serviceSeconds: z.int(),
  /** How long callers wait at most; null where they wait in no queue. */
  longestSeconds: z.int().nullable(),
  /** Whether the company lets supervisors listen to calls. */
  supervisionRule: callSettings.shape.supervision,
  today: boardToday,
  /** The skills of the company by name; empty from an older server. */
  skills: z.array(z.object({ id: z.string(), name: z.string() })).default([]),
  /** What the queue asks of those who ring. */
  needs,
  people: z.array(boardPerson),
  waiting: z.array(boardCaller),
  calls: z.array(boardCall),
});
export type QueueBoard = z.infer<typeof queueBoard>;
