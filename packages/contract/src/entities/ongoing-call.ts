import { z } from 'zod';
import { terminationReasons } from '../rules/termination-reasons.ts';
import { direction, timestamp } from './common.ts';

/** The two lines of a warm transfer. */
export const transferLine = z.enum(['INITIAL', 'TARGET']);
export type TransferLine = z.infer<typeof transferLine>;

/** How far the second line of a warm transfer is. `failed` stays until the transfer is dropped or started again. */
export const ongoingTransfer = z.object({
  id: z.string(),
  /** The session of the second line, which has an inbox event of its own. */
  sessionId: z.string(),
  docId: z.string(),
  number: z.string().nullable(),
  name: z.string().nullable(),
  state: z.enum(['dialling', 'ringing', 'talking', 'failed', 'ended']),
  reason: z.enum(terminationReasons).nullable(),
  establishedAt: timestamp.nullable(),
  /** Who the user hears: one line, or both in a conference. */
  activeLines: z.array(transferLine).max(2),
});
export type OngoingTransfer = z.infer<typeof ongoingTransfer>;

export const ongoingRecording = z.object({
  id: z.string(),
  /** `asking`: the other side was asked for its consent and has not given it yet. */
  state: z.enum(['asking', 'recording', 'paused', 'stopped']),
});
export type OngoingRecording = z.infer<typeof ongoingRecording>;

/** How a supervisor is in a call of a queue: heard by nobody, by the member of the queue alone, or by both. */
export const supervisionMode = z.enum(['listen', 'whisper', 'join']);
export type SupervisionMode = z.infer<typeof supervisionMode>;

/** `begins`: the announcement is played; `waits`: the member talks with somebody else, whom the supervisor does not hear. */
export const supervisionState = z.enum(['begins', 'active', 'waits']);

/** A supervisor in the user's call, or the call of a queue that the user listens to. */
const ongoingSupervision = z.object({
  role: z.enum(['supervised', 'supervisor']),
  /** Of the supervisor. */
  name: z.string(),
  channelId: z.string(),
  docId: z.string(),
  mode: supervisionMode,
  state: supervisionState,
});

/**
 * A live call as the server knows it, from where one user stands: their own leg and what became of it. This is the truth
 * that clients reconcile with; nothing of a call depends on an event that can be missed.
 */
export const ongoingCall = z.object({
  /** The session of the user's own leg; one call object of a client for each. */
  id: z.string(),
  /** The leg's live Call-ID, for commands. Null while nobody of the user's devices has taken the call. */
  callId: z.string().nullable(),
  docId: z.string(),
  channelId: z.string().nullable(),
  direction,
  state: z.enum(['ringing', 'talking', 'ended']),
  /** The other side of the line that the user hears first. */
  number: z.string().nullable(),
  name: z.string().nullable(),
  ownNumber: z.string().nullable(),
  /** The channel that was dialled, where the call came here from another one. */
  originalChannelId: z.string().nullable(),
  startedAt: timestamp,
  establishedAt: timestamp.nullable(),
  /** The device that has the call: an app extension, a desk phone, or a client of the classic generation. */
  endpointId: z.string().nullable(),
  onHold: z.boolean(),
  recording: ongoingRecording.nullable(),
  /** What is said is captured for its documentation. Missing in rows of an older server. */
  isDocumented: z.boolean().optional(),
  /** Missing in rows of an older server. */
  supervision: ongoingSupervision.nullable().optional(),
  transfer: ongoingTransfer.nullable(),
  /** Set for the last row of a call that was handed over. */
  transferredTo: z
    .object({ number: z.string().nullable(), name: z.string().nullable(), failed: z.boolean() })
    .nullable(),
});
export type OngoingCall = z.infer<typeof ongoingCall>;
