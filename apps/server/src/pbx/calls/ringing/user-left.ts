import type { Ringing } from '../call.ts';
import { cancelFork } from '../endings/cancel-forks.ts';
import { isOpen, type Turn } from '../turn.ts';
import { dropAlong, stopAwaiting } from './await-return.ts';
import { endIfNobodyIsLeft } from './ring.ts';

/** A user who is rung may no longer have this call: none of their devices rings, now or when another comes. */
export function userLeft(turn: Turn<Ringing>, userId: string): void {
  const { call } = turn;
  call.rings = call.rings.filter((each) => each !== userId);
  stopAwaiting(turn, userId);
  dropAlong(turn, userId);
  for (const fork of call.forks) {
    if (fork.userId === userId && isOpen(fork)) cancelFork(turn, fork, null, 'CANCELLED');
  }
  endIfNobodyIsLeft(turn);
}
