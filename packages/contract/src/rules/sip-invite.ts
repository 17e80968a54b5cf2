import { z } from 'zod';

/** Header that carries the session id of a call; one session may have many legs. */
export const correlationHeader = 'X-Client-Correlation-Id';
/** Header that names one leg (RFC 3261 §20.8). */
export const callIdHeader = 'Call-ID';

const ids = z.object({ callId: z.string().trim().min(1), sessionId: z.string().trim().min(1) });

/**
 * Call id and session id of an INVITE, read by `header`, which gives a header's value whatever the case of its name.
 * Throws a ZodError that names what is missing: a client cannot take a call without either.
 */
export function inviteIds(header: (name: string) => string | null | undefined): { callId: string; sessionId: string } {
  return ids.parse({ callId: header(callIdHeader), sessionId: header(correlationHeader) });
}

/** Display name of the invited party: the number that was called, and the channel that rings for it. */
export function calledName(number: string | null, targetChannelId: string): string {
  return `${number ?? ''}_${targetChannelId}`;
}

/** Takes a display name apart at its last underscore: channel ids have none. Without one it is a number alone. */
export function readCalledName(displayName: string): { number: string | null; targetChannelId: string | null } {
  const at = displayName.lastIndexOf('_');
  const number = at < 0 ? displayName : displayName.slice(0, at);
  const targetChannelId = at < 0 ? '' : displayName.slice(at + 1);
  return { number: number === '' ? null : number, targetChannelId: targetChannelId === '' ? null : targetChannelId };
}
