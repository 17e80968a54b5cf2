import type { LegTable } from './leg-table.ts';

/** What a line about an end of media says, as far as it is known whose it is. */
export function aboutEndpoint(legs: Pick<LegTable, 'ofMedia'>, mediaEndpointId: string) {
  const at = legs.ofMedia(mediaEndpointId);
  return { mediaEndpointId, legId: at?.legId, callId: at?.running.call.callId, sessionId: at?.running.call.sessionId };
}
