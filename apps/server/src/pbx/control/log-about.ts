import type { CallTable } from './call-table.ts';

/** What a line about an end of media says, as far as it is known whose it is. */
export function aboutEndpoint(table: Pick<CallTable, 'legOfMedia' | 'ofLeg'>, mediaEndpointId: string) {
  const legId = table.legOfMedia(mediaEndpointId);
  const call = legId === undefined ? undefined : table.ofLeg(legId)?.call;
  return { mediaEndpointId, legId, callId: call?.callId, sessionId: call?.sessionId };
}
