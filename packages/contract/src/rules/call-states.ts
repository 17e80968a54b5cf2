/** Every state that a call object can be in. */
export const callStates = [
  'Initial',
  'Ringing',
  'Establishing',
  'Established',
  'Terminating',
  'Terminated',
  'Transferring',
  'Transferred',
  'TransferFailed',
  'WarmTransferStarted',
  'AcceptedElsewhere',
  'ContinuedElsewhere',
] as const;
export type CallState = (typeof callStates)[number];

/**
 * From each state the states that a call may go to. Everything else is refused, and the state stays.
 *
 * `Establishing → AcceptedElsewhere` is the one addition to specification 4: two devices may accept at the same moment,
 * and the one that lost has already left `Ringing`.
 */
export const allowedMoves = {
  Initial: ['Ringing', 'Established', 'Terminating', 'Terminated'],
  Ringing: ['Establishing', 'Established', 'Terminating', 'Terminated', 'Transferring', 'AcceptedElsewhere'],
  Establishing: ['Established', 'Terminating', 'Terminated', 'Transferring', 'AcceptedElsewhere'],
  Established: [
    'Terminating',
    'Terminated',
    'Transferring',
    'Transferred',
    'TransferFailed',
    'ContinuedElsewhere',
    'WarmTransferStarted',
  ],
  Transferring: ['Transferred', 'TransferFailed'],
  Terminating: ['Terminated'],
  WarmTransferStarted: ['Established', 'Terminating', 'Terminated'],
  Terminated: [],
  Transferred: [],
  TransferFailed: [],
  AcceptedElsewhere: [],
  ContinuedElsewhere: [],
} as const satisfies Record<CallState, readonly CallState[]>;

/** Whether a call in state `from` may go to state `to`. Staying where it is is not a move. */
export function mayMove(from: CallState, to: CallState): boolean {
  const open: readonly CallState[] = allowedMoves[from];
  return open.includes(to);
}

/** Whether nothing can follow: no transition leaves this state. */
export function isFinal(state: CallState): boolean {
  return allowedMoves[state].length === 0;
}
