import { type CallState, isFinal, mayMove } from '@sidetone/contract/rules/call-states.ts';

/** Effects in the world of a change of state. Each is an order without parameters. */
export type Effect =
  | 'lookUpRemote'
  | 'startAlerting'
  | 'stopAlerting'
  | 'openAudio'
  | 'dropTones'
  | 'closeAudio'
  | 'sayThatItEnded';

const ending: readonly Effect[] = ['closeAudio', 'sayThatItEnded'];

/** Effects of arriving belong to the state that is arrived at, whatever came before. */
const onEntering: Partial<Record<CallState, readonly Effect[]>> = {
  Ringing: ['lookUpRemote', 'startAlerting'],
  Established: ['openAudio'],
  Terminating: ['closeAudio'],
  Terminated: ending,
  Transferred: ending,
  TransferFailed: ending,
  AcceptedElsewhere: ending,
  ContinuedElsewhere: ending,
};

/** Effects of departing: the phone goes quiet and no half-typed tone is left behind, in every next state. */
const onLeaving: Partial<Record<CallState, readonly Effect[]>> = {
  Ringing: ['stopAlerting'],
  Established: ['dropTones'],
  WarmTransferStarted: ['dropTones'],
};

/** Effects of going from one state to another, in order; `refused` where the table has no such move. */
export function move(from: CallState, to: CallState): readonly Effect[] | 'refused' {
  if (!mayMove(from, to)) return 'refused';
  return [...(onLeaving[from] ?? []), ...(onEntering[to] ?? [])];
}

/** States in which tones can be sent (specification 4). */
export function hearsTones(state: CallState): boolean {
  return state === 'Established' || state === 'WarmTransferStarted';
}

/** States in which an incoming call can be refused (specification 4). */
export function mayRefuse(state: CallState): boolean {
  return state === 'Ringing' || state === 'Establishing';
}

/** Whether the call is over for this client. */
export function isOver(state: CallState): boolean {
  return isFinal(state);
}
