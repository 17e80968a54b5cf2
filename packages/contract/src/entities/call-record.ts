import { z } from 'zod';
import { terminationReasons } from '../rules/termination-reasons.ts';
import { timestamp, typedName } from './common.ts';

/** The most characters of a cost centre. */
export const costCentreMaxLength = 40;
/** The most figures and signs of a number that calls are looked for by. */
const soughtNumberMaxLength = 32;
/** The longest that a filter of lengths reaches, in seconds. */
const longestSought = 100_000;
/** Calls of one page. */
export const callRecordsPage = { usual: 100, most: 500 } as const;

/** What became of a call. `unanswered` are those that nobody took, in either direction. */
export const callOutcomes = ['answered', 'unanswered', 'rejected'] as const;
export type CallOutcome = (typeof callOutcomes)[number];

export const callDirections = ['INCOMING', 'OUTGOING'] as const;

/** A cost centre as it is entered. */
export const costCentre = typedName(costCentreMaxLength);

/** What can have a cost centre. A call has that of its number here, else of its channel, else of its user. */
export const costCentreOwners = ['user', 'channel', 'number'] as const;
export type CostCentreOwner = (typeof costCentreOwners)[number];

/** A thing of the account that has a cost centre. */
export const costCentreOf = z.object({ of: z.enum(costCentreOwners), id: z.string(), costCentre: z.string() });
export type CostCentreOf = z.infer<typeof costCentreOf>;

/** Which calls are asked for; what is left out lets all calls through. */
export const callRecordFilter = z.object({
  from: timestamp.optional(),
  until: timestamp.optional(),
  direction: z.enum(callDirections).optional(),
  /** The user whose call it was: who took it, made it, or whose line was called. */
  userId: z.string().max(100).optional(),
  channelId: z.string().max(100).optional(),
  /** A part of the other side's number or of the number here. */
  number: z
    .string()
    .max(soughtNumberMaxLength)
    .regex(/^[+0-9*#]+$/)
    .optional(),
  outcome: z.enum(callOutcomes).optional(),
  /** How long two people talked, in seconds. */
  minSeconds: z.coerce.number().int().min(0).max(longestSought).optional(),
  maxSeconds: z.coerce.number().int().min(0).max(longestSought).optional(),
  costCentre: z.string().max(costCentreMaxLength).optional(),
});
export type CallRecordFilter = z.infer<typeof callRecordFilter>;

const forwarding = z.object({
  /** The channel of the account that the call went to or came from; null outside of it. */
  channelId: z.string().nullable(),
  number: z.string().nullable(),
});

/**
 * A call that is over, as one channel of the account had it: a call between two colleagues has two records, and one that
 * was forwarded has one for each channel. All of them have the same `sessionId`. No word of the call is in it.
 */
export const callRecord = z.object({
  channelId: z.string(),
  docId: z.string(),
  sessionId: z.string(),
  startedAt: timestamp,
  establishedAt: timestamp.nullable(),
  endedAt: timestamp,
  direction: z.enum(callDirections),
  outcome: z.enum(callOutcomes),
  /** Why it ended, as the inbox has it; null where another version wrote another reason. */
  reason: z.enum(terminationReasons).nullable(),
  userId: z.string().nullable(),
  /** The colleague on the other side. */
  remoteUserId: z.string().nullable(),
  remoteNumber: z.string().nullable(),
  remoteName: z.string().nullable(),
  ownNumber: z.string().nullable(),
  menuPath: z.string().nullable(),
  /** Until someone took it, or until it ended. */
  waitedSeconds: z.number().int(),
  talkedSeconds: z.number().int(),
  costCentre: z.string().nullable(),
  forwardedTo: forwarding.nullable(),
  forwardedFrom: forwarding.nullable(),
  /** That there is a recording; who may hear it is another question. */
  isRecorded: z.boolean(),
  /** Whether the asker is a member of the channel, and so may open the call in it. */
  isOpenToAsker: z.boolean(),
});
export type CallRecord = z.infer<typeof callRecord>;

/** One side of a part of a call: a device, a phone outside, a program. */
const callRecordLeg = z.object({
  id: z.string(),
  role: z.enum(['caller', 'callee']),
  userId: z.string().nullable(),
  channelId: z.string().nullable(),
  /** What the user calls the device. */
  device: z.string().nullable(),
  /** The number outside that rang along with the user's devices. */
  mobile: z.string().nullable(),
  startedAt: timestamp,
  establishedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  reason: z.enum(terminationReasons).nullable(),
});
export type CallRecordLeg = z.infer<typeof callRecordLeg>;

/** A SIP message of a call, without passwords, keys and tones. */
export const callRecordSip = z.object({
  at: timestamp,
  /** Whether the server got it or sent it. */
  way: z.enum(['in', 'out']),
  /** Whose leg it was; null outside. */
  userId: z.string().nullable(),
  legId: z.string(),
  transport: z.string(),
  /** Address and port of the other end. */
  remote: z.string(),
  text: z.string(),
});
export type CallRecordSip = z.infer<typeof callRecordSip>;

/** A call of the exchange with those who were rung for it; transfers make several of one session. */
export const callRecordPart = z.object({
  callId: z.string(),
  startedAt: timestamp,
  establishedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  reason: z.enum(terminationReasons).nullable(),
  legs: z.array(callRecordLeg),
});
export type CallRecordPart = z.infer<typeof callRecordPart>;
