import type { Call } from '../../calls/call.ts';
import type { CallTable, Leg } from '../call-table.ts';
import type { RunningCall } from '../running-call.ts';
import { withCaller } from './route-line.ts';

/** A leg leaves its call, which keeps no event of it, and is the caller of another one, whose event is its own from then on. */
export function movesTo(table: CallTable, running: RunningCall, leg: Leg, onward: Call): RunningCall {
  const { callId } = running.call;
  running.take({ type: 'legTaken', legId: leg.legId });
  // Who started it knows the call by the id that they were given.
  const by = { ...leg, event: onward.caller.event, formerCallIds: [...leg.formerCallIds, callId] };
  const target = table.begin(withCaller(onward, by));
  running.book.handedOver(
    {
      from: callId,
      into: target.call.callId,
      legId: leg.legId,
      event: null,
      closes: [],
      transferredTo: null,
      transferredFrom: null,
      reopens: null,
    },
    target.book,
  );
  return target;
}
