import { z } from 'zod';
import { callErrorCode } from '../call-errors.ts';
import { callBaseEvent, inboxEventIdentifier } from '../entities/call.ts';
import { terminationReason } from '../entities/inbox-event.ts';

const prefix = 'private-encrypted-user-';

/** The channel on which a user hears of their calls. Only they may subscribe, and its payloads are encrypted. */
export function userChannelName(webUserId: string): string {
  return `${prefix}${webUserId}`;
}

/** Whose channel this is; null for every other name. */
export function userOfChannel(channelName: string): string | null {
  return channelName.startsWith(prefix) && channelName.length > prefix.length ? channelName.slice(prefix.length) : null;
}

const transfer = callBaseEvent.extend({ transferId: z.string().nullish() });

/**
 * What happens, by event name. An event can be missed without harm: what it tells can also be read as live data.
 * Payloads carry ids, so that a repeated event is harmless as well.
 */
export const realtimeEvents = {
  incoming: callBaseEvent,
  ringing: callBaseEvent,
  /** `clientId` took the call; to every other client of the user it was accepted elsewhere. */
  accepted: callBaseEvent.extend({ clientId: z.string().nullish() }),
  transferring: transfer,
  transferred: transfer,
  'transfer-failed': transfer,
  terminated: callBaseEvent.extend({ reason: terminationReason.catch('TERMINATED') }),
  error: z.object({
    callId: z.string().nullish(),
    sessionId: z.string().nullish(),
    code: callErrorCode.catch('UNKNOWN'),
  }),
  'remote-hangup': callBaseEvent,
  'recording-processed': z.object({ callId: z.string(), inboxEventIdentifier }),
  'recording-processing-failed': z.object({ callId: z.string(), inboxEventIdentifier: inboxEventIdentifier.nullish() }),
  'summary-processed': z.object({
    callId: z.string(),
    inboxEventIdentifier,
    /** Otherwise only other parts of the call were made, which is told at the limit alone. */
    hasSummary: z.boolean().default(true),
    /** Uses of CALL_BOOSTS; no limit is null. */
    quota: z.object({ used: z.number().nonnegative(), limit: z.number().nonnegative().nullable() }).nullish(),
  }),
  /** Other software wants a number called: the app asks its user. One of several tabs is enough. */
  'click-to-dial': z.object({ requestId: z.string(), number: z.string(), channelId: z.string().nullish() }),
} as const;

export type RealtimeEventName = keyof typeof realtimeEvents;
export type RealtimePayload<N extends RealtimeEventName> = z.infer<(typeof realtimeEvents)[N]>;

/** Parses an event as it came; null for a name that this version does not know. Throws a ZodError for a bad payload. */
export function readRealtimeEvent(
  name: string,
  payload: unknown,
): { [N in RealtimeEventName]: { name: N; payload: RealtimePayload<N> } }[RealtimeEventName] | null {
  if (!Object.hasOwn(realtimeEvents, name)) return null;
  const known = name as RealtimeEventName;
  return { name: known, payload: realtimeEvents[known].parse(payload) } as ReturnType<typeof readRealtimeEvent>;
}
