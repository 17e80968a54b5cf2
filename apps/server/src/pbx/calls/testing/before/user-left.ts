import { stopAwaiting } from './await-return.ts';
import { cancelFork } from './cancel-forks.ts';
import { endIfNobodyIsLeft } from './ring.ts';
import { isOpen, type Turn } from './turn.ts';

/** Somebody who is rung may not have this call any more: none of their devices rings, now or when another comes. */
export function userLeft(turn: Turn, userId: string): void {
  const { call } = turn;
  if (call.phase !== 'ringing') return;
  call.rings = call.rings.filter((each) => each !== userId);
  stopAwaiting(turn, userId);
  for (const fork of call.forks) {
    if (fork.userId === userId && isOpen(fork)) cancelFork(turn, fork, null, 'CANCELLED');
  }
  endIfNobodyIsLeft(turn);
}
