import type { Call } from '../../calls/call.ts';
import { winnerOf } from '../../calls/turn.ts';
import type { CallTable } from '../call-table.ts';
import type { Follower } from '../followers.ts';
import { movesTo } from '../handing-over/moves-to.ts';
import type { RunningCall } from '../running-call.ts';

/** Calls that a user starts without a device in hand: first their own devices ring, then the number. */
export interface Clicks extends Follower {
  /** `own` rings the user; the device that picks up goes on to `onward` and hears it ring. */
  begin(own: Call, onward: Call): void;
}

/** The leg that picked up in a call that rang it alone goes on to this one, and hears it ring. Undefined: it has left. */
export function goOnTo(table: CallTable, running: RunningCall, onward: Call): RunningCall | undefined {
  const { caller } = running.call;
  const leg = winnerOf(running.call);
  if (!leg) return undefined;
  const target = movesTo(table, running, leg, onward);
  running.take({ type: 'hungUp', legId: caller.legId });
  return target;
}

export function clickDesk(table: CallTable): Clicks {
  /** By the call that rings the user. */
  const waiting = new Map<string, Call>();
  return {
    begin(own, onward) {
      waiting.set(own.callId, onward);
      table.begin(own);
    },
    changed(running) {
      const { callId, state } = running.call;
      const onward = waiting.get(callId);
      if (!onward) return;
      if (state === 'over' || state === 'talking') waiting.delete(callId);
      if (state === 'talking') goOnTo(table, running, onward);
    },
  };
}
