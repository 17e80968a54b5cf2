import type { CallState } from '@sidetone/contract/rules/call-states.ts';
import type { Call } from './call.ts';

/** The key that gets the user out of a call; `none` where it is over or on its way there. */
type WayOut = 'decline' | 'hangUp' | 'none';

const ways: Record<CallState, WayOut> = {
  Initial: 'hangUp',
  Ringing: 'hangUp',
  Establishing: 'hangUp',
  Established: 'hangUp',
  WarmTransferStarted: 'hangUp',
  Transferring: 'hangUp',
  Terminating: 'none',
  Terminated: 'none',
  Transferred: 'none',
  TransferFailed: 'none',
  AcceptedElsewhere: 'none',
  ContinuedElsewhere: 'none',
};

/**
 * Invariant of all engines: a microphone that others can hear belongs to a call that is shown and has a way out. A call
 * that the user handed over has none, because handing over has closed the microphone.
 */
export function wayOut({ state, direction, endedBy }: Pick<Call, 'state' | 'direction' | 'endedBy'>): WayOut {
  if (state === 'Ringing' && direction === 'INCOMING') return 'decline';
  return state === 'Transferring' && endedBy === 'user' ? 'none' : ways[state];
}
