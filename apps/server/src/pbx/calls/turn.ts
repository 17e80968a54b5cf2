import type { Codec } from '../ports.ts';
import type { Call, CallBase, Caller, CallState, Fork } from './call.ts';
import type { CallOrder } from './call-facts.ts';
import { hasAudio } from './leg-media.ts';

/** One step being taken: a copy of the call that may be changed, and the orders so far. */
export interface Turn<Now extends Call = Call> {
  call: Now;
  readonly orders: CallOrder[];
}

export const beginTurn = (call: Call): Turn => ({
  call: { ...call, caller: { ...call.caller }, forks: call.forks.map((fork) => ({ ...fork })) },
  orders: [],
});

/** The call goes over to another state, and the turn goes on with it. What was read of the call before is out of date. */
export function become<Next extends Call>(turn: Turn, next: Next): Turn<Next> {
  turn.call = next;
  return turn as Turn<Next>;
}

/** Whether the call is in one of these states now. */
export const isIn = <State extends CallState>(
  turn: Turn,
  ...states: readonly State[]
): turn is Turn<Extract<Call, { state: State }>> => states.some((state) => state === turn.call.state);

/** What a call takes along from one state to another. */
export const kept = (call: Call): CallBase => ({
  callId: call.callId,
  accountId: call.accountId,
  sessionId: call.sessionId,
  booking: call.booking,
  codecs: call.codecs,
  steered: call.steered,
  holdMusic: call.holdMusic,
  ...(call.queueMusic !== undefined && { queueMusic: call.queueMusic }),
  cameInOn: call.cameInOn,
  caller: call.caller,
  forks: call.forks,
  shown: call.shown,
  events: call.events,
  ...(call.maxForwards !== undefined && { maxForwards: call.maxForwards }),
  ...(call.diverted && { diverted: call.diverted }),
  ...(call.hiddenDiverters && { hiddenDiverters: call.hiddenDiverters }),
  ...(call.isByNode && { isByNode: call.isByNode }),
  ...(call.answersItself && { answersItself: call.answersItself }),
  ...(call.isForHelp && { isForHelp: call.isForHelp }),
  callerRecord: call.callerRecord,
});

export const forkOf = (call: CallBase, legId: string): Fork | undefined =>
  call.forks.find((fork) => fork.legId === legId);

export const legOf = (call: CallBase, legId: string): Caller | Fork | undefined =>
  call.caller.legId === legId ? call.caller : forkOf(call, legId);

/** The callee that took the call. */
export const winnerOf = (call: CallBase): Fork | undefined => call.forks.find(isTaken);

const isTaken = (fork: Fork): boolean => fork.state === 'answered' || fork.state === 'talking';

/** The leg that hears this one; none once it has gone over to another call. */
export function partnerOf({ caller, forks }: CallBase, legId: string): Caller | Fork | undefined {
  const winner = forks.find(isTaken);
  if (caller.legId === legId) return winner;
  return winner?.legId === legId && caller.state !== 'over' ? caller : undefined;
}

/** Devices that may still take the call. */
export const isOpen = (fork: Fork): boolean =>
  fork.state === 'preparing' || fork.state === 'inviting' || fork.state === 'ringing' || fork.state === 'asked';

/** A mobile whose user, or mailbox, is asked for a key. */
export const isAsked = ({ state }: Fork): boolean => state === 'asked';

export function closeMedia(turn: Turn, leg: Caller | Fork): void {
  if (hasAudio(leg.media)) turn.orders.push({ do: 'closeMedia', legId: leg.legId, mediaId: leg.mediaId });
  leg.media = 'closed';
}

export function openCallerMedia(turn: Turn, codecs: readonly Codec[]): void {
  const { caller } = turn.call;
  caller.state = 'answering';
  caller.media = 'open';
  turn.orders.push({ do: 'openMedia', legId: caller.legId, codecs, offer: caller.offer });
}
