import { isOpen, winnerOf } from '../../calls/turn.ts';
import type { RunningCall } from '../running-call.ts';

/** Whether a user talks, calls or is rung in one of these calls, leaving one out. */
export function isBusy(calls: ReadonlySet<RunningCall>, userId: string, exceptCallId: string): boolean {
  for (const { call } of calls) {
    if (call.callId === exceptCallId || call.state === 'over') continue;
    if (call.caller.userId === userId && call.caller.state !== 'over') return true;
    const winner = winnerOf(call);
    if (call.forks.some((fork) => fork.userId === userId && (fork === winner || isOpen(fork)))) return true;
  }
  return false;
}
