import type { EndReason } from '../../ports.ts';
import { completedElsewhere, type Fork } from '../call.ts';
import type { SipReason } from '../legs.ts';
import { closeMedia, forkOf, isOpen, type Turn } from '../turn.ts';

/** Ends a leg that has not taken the call. One whose INVITE is not out yet is simply dropped. */
export function cancelFork(turn: Turn, fork: Fork, reason: SipReason | null, bookAs: EndReason | null): void {
  closeMedia(turn, fork);
  const { legId, state } = fork;
  if (state !== 'preparing') {
    const how = state === 'asked' ? 'bye' : 'cancel';
    turn.orders.push({ do: 'leg', order: { do: how, legId, ...(reason ? { reason } : {}) } });
  }
  fork.state = state === 'preparing' || state === 'asked' ? 'over' : 'cancelled';
  fork.cancelReason = reason;
  if (bookAs) turn.orders.push({ do: 'bookLegEnded', legId: fork.legId, reason: bookAs });
}

export function cancelLosers(turn: Turn, winner: Fork): void {
  for (const fork of turn.call.forks) {
    if (fork !== winner && isOpen(fork)) cancelFork(turn, fork, completedElsewhere, 'ACCEPTED_ELSEWHERE');
  }
}

/** The device that was told to stop has confirmed it, or can do so no longer. */
export function confirmCancel({ call }: Turn, legId: string): void {
  const fork = forkOf(call, legId);
  if (fork?.state === 'cancelled') fork.state = 'over';
}

/** The devices that were told to stop no longer confirm it. */
export function confirmAll({ call }: Turn): void {
  for (const fork of call.forks) if (fork.state === 'cancelled') fork.state = 'over';
}
