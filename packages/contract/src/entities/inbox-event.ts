import { z } from 'zod';
import { callStates } from '../rules/call-states.ts';
import { terminationReasons } from '../rules/termination-reasons.ts';
import { callBackState } from './call-back.ts';
import { direction, timestamp } from './common.ts';
import { documentation } from './documentation.ts';

/** States that an inbox shows beyond those of a live call. ENT-056, STATE-002 */
export const inboxOnlyStates = ['MISSED', 'REJECTED', 'FINISHED'] as const;
export const inboxCallStates = [...callStates, ...inboxOnlyStates] as const;
/** STATE-001, STATE-002 */
export const inboxCallState = z.enum(inboxCallStates);
export type InboxCallState = z.infer<typeof inboxCallState>;

export const terminationReason = z.enum(terminationReasons);

/** The other half of a transferred call. ENT-022 */
export const transferPartner = z.object({
  accountId: z.string(),
  channelId: z.string(),
  docId: z.string(),
  remotePhoneNumber: z.string().nullable(),
});
export type TransferPartner = z.infer<typeof transferPartner>;

/** What a call was transferred to. ENT-023 */
export const transferTarget = z.object({ type: z.enum(['external', 'channel', 'mobile', 'register']) });

/** The call of an inbox event. ENT-021, SENT-046 */
export const inboxCall = z.object({
  sessionId: z.string(),
  onPhoneNumber: z.string().nullable(),
  remotePhoneNumber: z.string().nullable(),
  /** What the caller pressed in voice menus, by their names, such as `Main 2, Support 1`. */
  menuPath: z.string().nullish(),
  /** Of a caller of a queue who hung up to be called back. */
  callBack: callBackState.nullish(),
  startedAt: timestamp,
  establishedAt: timestamp.nullable(),
  terminatedAt: timestamp.nullable(),
  terminatedReason: terminationReason.nullable(),
  direction,
  state: inboxCallState,
  transferredTo: transferPartner.nullish(),
  transferredFrom: transferPartner.nullish(),
  transferTarget: transferTarget.nullish(),
});
export type InboxCall = z.infer<typeof inboxCall>;

/**
 * One call as a channel's inbox keeps it. `id` is its docId; listed only once `call.terminatedAt` is set.
 * ENT-020, SENT-045
 */
export const inboxEvent = z.object({
  id: z.string(),
  channelId: z.string(),
  /** Channel that the call was meant for, where it went on to this one. */
  forwardedFrom: z.string().nullish(),
  /** Local day of the account as `yyyy-MM-dd`. */
  day: z.iso.date(),
  contactId: z.string().nullable(),
  unresolved: z.boolean(),
  /** How many calls of this event's group are unresolved. */
  unresolvedCalls: z.number().int().nonnegative().default(0),
  /** Web user who took or placed the call. */
  owner: z.string().nullable(),
  call: inboxCall,
  documentation: documentation.default({}),
});
export type InboxEvent = z.infer<typeof inboxEvent>;
