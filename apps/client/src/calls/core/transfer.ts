import type { TransferLine } from '@sidetone/contract/entities/ongoing-call.ts';
import type { Call } from './call.ts';
import { type CallList, changeCall, findCall, liveCalls } from './call-list.ts';

/** A warm transfer that runs: two calls of the list, and the lines that the user hears. */
export interface Transfer {
  /** The call that is to be handed over; in `WarmTransferStarted`. */
  readonly initialId: string;
  /** The call that it is to be handed to. */
  readonly targetId: string;
  /** One line, or both in a conference. */
  readonly activeLines: readonly TransferLine[];
}

/** The list with both lines shown as they are heard: the one that isn't waits on hold. */
export function showLines(calls: CallList, { initialId, targetId, activeLines }: Transfer): CallList {
  const hold = (line: TransferLine) => (activeLines.includes(line) ? 'none' : 'held');
  return changeCall(changeCall(calls, initialId, { hold: hold('INITIAL') }), targetId, { hold: hold('TARGET') });
}

/** The line of a transfer that a call is; null for a call that isn't part of it. */
export function lineOf(transfer: Transfer, id: string): TransferLine | null {
  if (id === transfer.initialId) return 'INITIAL';
  return id === transfer.targetId ? 'TARGET' : null;
}

/** Switching and conferring need two calls of which none is still on its way (specification 4). */
export function maySwitch(calls: CallList): boolean {
  const live = liveCalls(calls);
  return live.length > 1 && live.every(isTalking);
}

/** Whether both lines can be brought together. */
export function mayConfer(calls: CallList, transfer: Transfer | null): boolean {
  if (transfer === null) return false;
  return [transfer.initialId, transfer.targetId].every((id) => {
    const call = findCall(calls, id);
    return call !== null && isTalking(call);
  });
}

/** The call to take off hold because every call that is left waits: the first (specification 4). Null for none. */
export function callToResume(calls: CallList): Call | null {
  const live = liveCalls(calls).filter(({ state }) => state !== 'Terminating');
  const [first] = live;
  const waits = ({ hold }: Call) => hold === 'held' || hold === 'holding';
  return first !== undefined && live.every(waits) ? first : null;
}

function isTalking({ state }: Call): boolean {
  return state === 'Established' || state === 'WarmTransferStarted';
}
