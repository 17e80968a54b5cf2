import { type CallState, isFinal } from '@sidetone/contract/rules/call-states.ts';
import { maxCalls } from '@sidetone/contract/rules/limits.ts';
import type { Call } from './call.ts';
import { type Effect, move } from './call-machine.ts';

/** All calls of this client, the oldest first: at most two, and in the newer generation one SIP session. */
export type CallList = readonly Call[];

/**
 * What becomes of an INVITE: it rings; it is refused as busy because the user wants no calls; or it is refused because
 * a call exists, which has a status of its own (603, specification 4).
 */
export type Admission = 'ring' | 'refuseBusy' | 'refuseOccupied';

/** Whether an incoming call may ring. A call that is over and only still shown is none. */
export function admitIncoming(calls: CallList, isDnd: boolean): Admission {
  if (liveCalls(calls).length > 0) return 'refuseOccupied';
  return isDnd ? 'refuseBusy' : 'ring';
}

/**
 * Whether a call may go out. An emergency call always may: what runs is ended for it. A call beside a running one would
 * be a warm transfer, which this client cannot start yet.
 */
export function admitOutgoing(
  calls: CallList,
  emergency: boolean,
): 'dial' | 'endOthersAndDial' | 'ALREADY_IN_CALL' | 'MAX_CALLS_REACHED' {
  const live = liveCalls(calls);
  if (live.length === 0) return 'dial';
  if (emergency) return 'endOthersAndDial';
  return live.length >= maxCalls ? 'MAX_CALLS_REACHED' : 'ALREADY_IN_CALL';
}

/** The calls that are not over. */
export function liveCalls(calls: CallList): CallList {
  return calls.filter((call) => !isFinal(call.state));
}

/** The call that keys and shortcuts act on: the first live one that is not on hold, else the first live, else the last. */
export function activeCall(calls: CallList): Call | null {
  const live = liveCalls(calls);
  return live.find((call) => call.hold !== 'held') ?? live[0] ?? calls.at(-1) ?? null;
}

/** A new call takes the place of those that are over and only still shown. */
export function addCall(calls: CallList, call: Call): CallList {
  return [...liveCalls(calls), call];
}

export function findCall(calls: CallList, id: string): Call | null {
  return calls.find((call) => call.id === id) ?? null;
}

export function removeCall(calls: CallList, id: string): CallList {
  return calls.filter((call) => call.id !== id);
}

/** The list with one call changed. What may change here is everything but the state, which only `moveCall` changes. */
export function changeCall(calls: CallList, id: string, change: Partial<Omit<Call, 'id' | 'state'>>): CallList {
  return calls.map((call) => (call.id === id ? { ...call, ...change } : call));
}

export interface Moved {
  readonly calls: CallList;
  readonly effects: readonly Effect[];
}

/**
 * Moves one call through the table and sets the times that follow from the state. A refused move gives `refused`, and
 * the list stays as it was.
 */
export function moveCall(calls: CallList, id: string, to: CallState, at: number): Moved | 'refused' {
  const call = findCall(calls, id);
  if (call === null) return 'refused';
  const effects = move(call.state, to);
  if (effects === 'refused') return 'refused';
  const moved: Call = {
    ...call,
    state: to,
    establishedAt: to === 'Established' ? (call.establishedAt ?? at) : call.establishedAt,
    endedAt: to === 'Terminating' || isFinal(to) ? (call.endedAt ?? at) : call.endedAt,
    hold: isFinal(to) ? 'none' : call.hold,
  };
  return { calls: calls.map((each) => (each.id === id ? moved : each)), effects };
}
