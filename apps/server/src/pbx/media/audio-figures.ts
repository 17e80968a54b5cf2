import type { AudioFigures } from '@sidetone/contract/rules/e-model.ts';
import type { EndpointStats } from './media.ts';

/**
 * What the E-model needs to know of a leg, from two looks at its statistics some seconds apart (five or more: so often
 * far sides report). Of both ways the worse counts. Null before a codec is agreed on. Has no meaning while the leg is
 * held, since then nothing is sent on purpose.
 */
export function audioFigures(before: EndpointStats, after: EndpointStats): AudioFigures | null {
  const { codec } = after;
  if (codec === undefined) return null;
  const received = after.packetsReceived - before.packetsReceived;
  const sent = after.packetsSent - before.packetsSent;
  const lossIn = share(after.lostIn - before.lostIn, received + after.lostIn - before.lostIn);
  const lossOut = share(after.lostOut - before.lostOut, sent);
  return {
    codec,
    loss: Math.max(lossIn, lossOut),
    jitter: Math.max(after.jitterIn, after.jitterOut ?? 0),
    roundTrip: after.roundTrip ?? null,
    hasPacketsIn: received > 0,
    hasPacketsOut: sent > 0 && lossOut < 1,
  };
}

/** A late packet may take a loss back, so neither number can be trusted to be positive. */
function share(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0;
}
