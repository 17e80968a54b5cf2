import type { ForwardPlan } from '../../routing/route-plan.ts';
import type { Fork, Ringing } from '../call.ts';
import type { LegFact } from '../legs.ts';

/**
 * What a 3xx of a device asks for: the owner of the line that was called sends the call elsewhere. Null where it counts as
 * the refusal of that device alone: in a shared channel one member may not lead the caller away from the others, what
 * comes back to its user or was started by them is no call of somebody else, and a trunk's or registrar's contacts are
 * none of ours.
 */
export function forwardOf(
  { events, plan }: Ringing,
  { target, userId, endpointId, event }: Fork,
  { status, contacts = [] }: Extract<LegFact, { type: 'refused' }>,
): ForwardPlan | null {
  if (status < 300 || status >= 400 || contacts.length === 0) return null;
  if (target?.kind !== 'device' || userId === null || endpointId === null) return null;
  if (event?.direction !== 'INCOMING' || event.ownerUserId !== userId) return null;
  const isOfCall = events.some(({ channelId, docId }) => channelId === event.channelId && docId === event.docId);
  return isOfCall ? { kind: 'forwards', userId, endpointId, contacts, way: null, rest: plan } : null;
}
