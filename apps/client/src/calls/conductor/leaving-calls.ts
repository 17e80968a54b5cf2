import type { Call } from '../core/call.ts';
import { isOver, mayRefuse } from '../core/call-machine.ts';
import { wayOut } from '../core/way-out.ts';
import type { EndCall } from './ending-calls.ts';
import type { Stage } from './stage.ts';
import type { Transfers } from './transfers/transfers.ts';

/** What the user needs to leave a call. */
export interface Leaving {
  readonly stage: Stage;
  readonly transfers: Transfers;
  readonly end: EndCall;
}

/** Says no to a call that rings. */
export function decline({ stage, end }: Leaving, id: string): void {
  const call = stage.call(id);
  if (call === null || call.direction !== 'INCOMING' || !mayRefuse(call.state)) return;
  stage.change(id, { endedBy: 'user', reason: 'DECLINED' });
  stage.go(id, 'Terminating');
  end(id, 'declined');
}

/**
 * Leaves a call in any state: a call that rings is declined, and lines of a transfer are handed over or dropped.
 */
export function hangUp(leaving: Leaving, id: string): void {
  const { stage, transfers, end } = leaving;
  const call = stage.call(id);
  const { transfer } = stage.store.getState();
  if (transfer?.initialId === id) transfers.handOver();
  else if (call === null || isOver(call.state) || call.state === 'Terminating') return;
  else if (transfer?.targetId === id) void transfers.abort();
  else if (call.state === 'Transferring') leaveHandOver(leaving, call);
  else if (call.direction === 'INCOMING' && call.state === 'Ringing') decline(leaving, id);
  else {
    stage.change(id, { endedBy: 'user', reason: 'HANGUP' });
    if (stage.go(id, 'Terminating')) end(id, 'hangUp');
  }
}

/** Another program hands it over, and the user need not wait for the outcome. */
function leaveHandOver({ stage, end }: Leaving, call: Call) {
  if (wayOut(call) === 'none') return;
  stage.change(call.id, { endedBy: 'user', reason: 'HANGUP' });
  end(call.id, 'hangUp');
}
