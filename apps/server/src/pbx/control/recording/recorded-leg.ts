import type { Call } from '../../calls/call.ts';
import { type Leg, sessionOf } from '../call-table.ts';
import type { RecordedLeg } from './recording-desk.ts';

/** A user's leg as recordings know it; null for a call that is kept in no inbox. */
export function recordedLegOf(call: Call, leg: Leg): Omit<RecordedLeg, 'others'> | null {
  const { legId, mediaId, userId, event } = leg;
  if (userId === null || event === null) return null;
  // A supervisor hears two who are asked about recordings of their own call alone.
  if (call.state === 'serving' && call.service !== 'echo' && call.service.kind === 'supervise') return null;
  const { accountId, channelId, docId } = event;
  return { legId, mediaId, userId, accountId, channelId, docId, callId: call.callId, sessionId: sessionOf(leg, call) };
}
