import { isInQueue, isParked } from '../../calls/call.ts';
import type { ParkedCalls } from '../../parked-calls.ts';
import type { ExchangeClock } from '../../ports.ts';
import type { Follower } from '../followers.ts';
import { leftOfPark } from '../parking/park.ts';
import type { RunningCall } from '../running-call.ts';

/** Shows the apps which calls are parked, and lets those of an earlier life wait on, like callers in queues. */
export function shownParking(board: Pick<ParkedCalls, 'show'> | undefined, clock: ExchangeClock): Follower {
  const show = ({ call }: RunningCall): void => {
    const { callId, accountId } = call;
    if (!isParked(call)) {
      board?.show(accountId, callId, null);
      return;
    }
    const { slot, byUserId: parkedBy, since, seenAs } = call.parked;
    board?.show(accountId, callId, { slot, parkedBy, since, number: seenAs.number, name: seenAs.name });
  };
  return {
    changed: show,
    takeUp({ running }) {
      const { call } = running;
      // What comes next for somebody in a queue follows from when they came.
      if (isInQueue(call)) running.take({ type: 'parkGoesOn', leftMs: 1 });
      if (!isParked(call)) return;
      running.take({ type: 'parkGoesOn', leftMs: leftOfPark(call.parked, clock.now()) });
      show(running);
    },
  };
}
