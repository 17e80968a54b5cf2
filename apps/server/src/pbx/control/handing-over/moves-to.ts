import type { Call } from '../../calls/call.ts';
import type { CallTable, Leg } from '../call-table.ts';
import type { RunningCall } from '../running-call.ts';
import { withCaller } from './route-line.ts';

/** A leg leaves its call, which keeps no event of it, and is the caller of another one, whose event is its own from then on. */
export function movesTo(table: CallTable, running: RunningCall, leg: Leg, onward: Call): RunningCall {
  const { callId } = running.call;
  running.take({ type: 'legTaken', legId: leg.legId });
  // The app of the user who started the call knows it by that id.
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
