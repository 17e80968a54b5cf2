import type { Codec } from '../../../ports.ts';
import type { Call, Caller, Fork } from './call.ts';
import type { CallOrder } from './call-facts.ts';

/** One step being taken: a copy of the call that may be changed, and the orders so far. */
export interface Turn {
  readonly call: Call;
  readonly orders: CallOrder[];
}

export const beginTurn = (call: Call): Turn => ({
  call: { ...call, caller: { ...call.caller }, forks: call.forks.map((fork) => ({ ...fork })) },
  orders: [],
});

export const forkOf = (call: Call, legId: string): Fork | undefined => call.forks.find((fork) => fork.legId === legId);

export const legOf = (call: Call, legId: string): Caller | Fork | undefined =>
  call.caller.legId === legId ? call.caller : forkOf(call, legId);

/** The callee that took the call. */
export const winnerOf = (call: Call): Fork | undefined => call.forks.find(isTaken);

const isTaken = (fork: Fork): boolean => fork.state === 'answered' || fork.state === 'talking';

/** The leg that hears this one; none once it has gone over to another call. */
export function partnerOf({ caller, forks }: Call, legId: string): Caller | Fork | undefined {
  const winner = forks.find(isTaken);
  if (caller.legId === legId) return winner;
  return winner?.legId === legId && caller.state !== 'over' ? caller : undefined;
}

/** Devices that may still take the call. */
export const isOpen = (fork: Fork): boolean =>
  fork.state === 'preparing' || fork.state === 'inviting' || fork.state === 'ringing';

export function closeMedia(turn: Turn, leg: Caller | Fork): void {
  if (leg.media === 'open') turn.orders.push({ do: 'closeMedia', legId: leg.legId, mediaId: leg.mediaId });
  leg.media = 'closed';
}

export function openCallerMedia(turn: Turn, codecs: readonly Codec[]): void {
  const { caller } = turn.call;
  caller.state = 'answering';
  caller.media = 'open';
  turn.orders.push({ do: 'openMedia', legId: caller.legId, codecs, offer: caller.offer });
}
