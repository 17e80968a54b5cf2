import { z } from 'zod';
import { callStates } from '../rules/call-states.ts';
import { direction, timestamp } from './common.ts';
import { contact } from './contact.ts';
import { terminationReason } from './inbox-event.ts';

/** STATE-001 */
export const callState = z.enum(callStates);

/** Which inbox event a call belongs to, and how it came there. ENT-010 */
export const inboxEventIdentifier = z.object({
  accountId: z.string(),
  channelId: z.string(),
  docId: z.string(),
  /** The channel that the caller dialled, where another one rings now. */
  originalIncomingChannelId: z.string().nullable().default(null),
  isUserInOriginalIncomingChannel: z.boolean().default(false),
  phoneId: z.string().nullable().default(null),
});
export type InboxEventIdentifier = z.infer<typeof inboxEventIdentifier>;

/** ENT-013 */
export const recordingState = z.enum(['NoRecording', 'Recording', 'StoppedRecording']);
export type RecordingState = z.infer<typeof recordingState>;

/** What the user is doing with a call. `dtmf` is what was keyed so far. ENT-012 */
export const callActions = z.object({
  isHolding: z.boolean().default(false),
  isMuted: z.boolean().default(false),
  recordingState: recordingState.default('NoRecording'),
  dtmf: z.string().default(''),
});
export type CallActions = z.infer<typeof callActions>;

/** A call as the client sees it. `id` is the Call-ID of its own leg. ENT-009 */
export const call = z.object({
  id: z.string(),
  inboxEventIdentifier,
  userId: z.string(),
  remotePhoneNumber: z.string().nullable(),
  onPhoneNumber: z.string().nullable(),
  direction,
  state: callState,
  terminationReason: terminationReason.nullable(),
  contact: contact.nullable(),
  establishedAt: timestamp.nullable(),
  phoneId: z.string().nullable(),
  actions: callActions,
});
export type Call = z.infer<typeof call>;

/** A call as the call service names it in its events. ENT-015 */
export const apiCall = z.object({
  id: z.string(),
  state: z.string(),
  direction,
  from: z.string(),
  to: z.string(),
  toContact: z.string().nullish(),
  fromContact: z.string().nullish(),
  /** The number that the network vouches for (RFC 3325), where it differs from `from`. */
  preferredIdentity: z.string().nullish(),
});
export type ApiCall = z.infer<typeof apiCall>;

/** What every event about a call says, whichever engine it comes from. ENT-014 */
export const callBaseEvent = z.object({
  toNumber: z.string().nullable(),
  fromNumber: z.string().nullable(),
  callId: z.string(),
  sessionId: z.string(),
  apiCall: apiCall.nullish(),
  deviceId: z.string().nullish(),
  targetChannelId: z.string().nullish(),
});
export type CallBaseEvent = z.infer<typeof callBaseEvent>;
