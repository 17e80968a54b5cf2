import { allCodecs, type Fork } from '../call.ts';
import { closeMedia, type Turn } from '../turn.ts';

/**
 * A device that may do without encryption is invited with it first, and again without where it refused the description
 * (RFC 3261 §21.4.26): phones that insist on either take no line that leaves both open. False where it stays refused.
 */
export function asksInTheClear(turn: Turn, fork: Fork, status: number): boolean {
  const { call, orders } = turn;
  if (fork.srtp !== 'offer' || fork.state !== 'inviting' || (status !== 488 && status !== 606)) return false;
  closeMedia(turn, fork);
  fork.srtp = 'off';
  fork.state = 'preparing';
  fork.media = 'open';
  const codecs = [...new Set([...call.codecs, ...allCodecs])];
  orders.push({ do: 'openMedia', legId: fork.legId, codecs, offer: null });
  return true;
}
