import { type Call, servedKind } from '../../calls/call.ts';
import { type Leg, sessionOf } from '../call-table.ts';
import type { RecordedLeg } from './recording-desk.ts';

const hearsUnasked: ReadonlySet<ReturnType<typeof servedKind>> = new Set(['supervise', 'room', 'page']);

/**
 * Nothing of this call is recorded: those whom a supervisor hears agreed to recordings of their own call alone, and in a conference
 * room, and of a page, nobody is asked.
 */
export const isNeverRecorded = (call: Call): boolean => hearsUnasked.has(servedKind(call));

/** A user's leg as recordings know it; null for a call that is kept in no inbox. */
export function recordedLegOf(call: Call, leg: Leg): Omit<RecordedLeg, 'others'> | null {
  const { legId, mediaId, userId, event } = leg;
  if (userId === null || event === null) return null;
  if (isNeverRecorded(call)) return null;
  const { accountId, channelId, docId } = event;
  return { legId, mediaId, userId, accountId, channelId, docId, callId: call.callId, sessionId: sessionOf(leg, call) };
}
