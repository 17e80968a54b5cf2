import { isOpened } from '../booking.ts';
import type { Turn } from '../turn.ts';

/**
 * The audio of a caller who is steered by commands: it is offered in a 183 while the callee still rings, so that nothing
 * has to be set up once somebody answers.
 */
export function askForEarlyAudio({ call, orders }: Turn): void {
  const { caller } = call;
  if (caller.early !== 'wanted') return;
  caller.media = 'open';
  orders.push({ do: 'openMedia', legId: caller.legId, codecs: call.codecs, offer: null });
}

/** Once our offer is made and the call is in the book. */
export function offerEarlyAudio({ call, orders }: Turn): void {
  const { caller } = call;
  if (caller.early !== 'wanted' || caller.sdp === null || !isOpened(call.booking)) return;
  caller.early = 'offered';
  orders.push({ do: 'leg', order: { do: 'provisional', legId: caller.legId, status: 183, sdp: caller.sdp } });
}

/** The far side's answer to it; media tells when it is agreed. */
export function earlyAnswered({ call, orders }: Turn, legId: string, sdp: string): void {
  const { caller } = call;
  if (caller.legId !== legId || caller.early !== 'offered') return;
  caller.early = 'answered';
  orders.push({ do: 'acceptAnswer', legId, sdp });
}
