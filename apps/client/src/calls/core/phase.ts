import type { CallState } from '@sidetone/contract/rules/call-states.ts';
import type { Call } from './call.ts';
import { isOver } from './call-machine.ts';

/** What the dock shows. */
export type Phase =
  | 'noCall'
  | 'callIncoming'
  | 'callOutgoing'
  | 'callActive'
  | 'callTransferring'
  | 'callTransferred'
  | 'callOnOtherDevice'
  | 'callEnded';

type Seen = Pick<Call, 'state' | 'direction'>;

/** The one screen phase of all calls (specification 2). Calls that ended in different ways show as ended. */
export function phaseOf(calls: readonly Seen[]): Phase {
  const [first] = calls;
  if (first === undefined) return 'noCall';
  const all = (...states: CallState[]) => calls.every((call) => states.includes(call.state));
  if (all('Transferring')) return 'callTransferring';
  if (all('Transferred') || all('TransferFailed')) return 'callTransferred';
  if (calls.length === 1) {
    if (first.state === 'ContinuedElsewhere') return 'callOnOtherDevice';
    if (first.state === 'Ringing') return first.direction === 'INCOMING' ? 'callIncoming' : 'callOutgoing';
    // An outgoing call without an answer looks the same before and after the INVITE has left.
    if (first.state === 'Initial' && first.direction === 'OUTGOING') return 'callOutgoing';
  }
  if (calls.every((call) => isOver(call.state))) return 'callEnded';
  return 'callActive';
}
