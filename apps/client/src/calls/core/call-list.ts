import { type CallState, isFinal } from '@sidetone/contract/rules/call-states.ts';
import { maxCalls, maxSipSessions } from '@sidetone/contract/rules/limits.ts';
import type { Call } from './call.ts';
import { type Effect, move } from './call-machine.ts';
import { recordingAfter } from './recording.ts';

/** All calls of this client, the oldest first: at most two, the lines of a warm transfer or a call that waits. */
export type CallList = readonly Call[];

/**
 * The outcome of an INVITE: it rings; it is refused as busy because the user wants no calls; or it is refused because
 * a call exists, which has a status of its own (603, specification 4).
 */
export type Admission = 'ring' | 'refuseBusy' | 'refuseOccupied';

/**
 * Whether an incoming call may ring. A call that is over and still shown does not count. With call waiting, which
 * accounts can switch on, one rings beside an established call.
 */
export function admitIncoming(calls: CallList, isDnd: boolean, callWaiting = false): Admission {
  const live = liveCalls(calls);
  const waits = callWaiting && !isFull(live) && live.every(({ state }) => state === 'Established');
  if (live.length >= maxSipSessions && !waits) return 'refuseOccupied';
  return isDnd ? 'refuseBusy' : 'ring';
}

/**
 * Whether a call may go out. An emergency call always may: running calls are ended for it. Beside one established call
 * it is the second line of a warm transfer; beside any other it is refused.
 */
export function admitOutgoing(
  calls: CallList,
  emergency: boolean,
): 'dial' | 'transfer' | 'endOthersAndDial' | 'ALREADY_IN_CALL' | 'MAX_CALLS_REACHED' {
  const live = liveCalls(calls);
  const [first] = live;
  if (first === undefined) return 'dial';
  if (emergency) return 'endOthersAndDial';
  if (isFull(live)) return 'MAX_CALLS_REACHED';
  return first.state === 'Established' ? 'transfer' : 'ALREADY_IN_CALL';
}

/** Whether there are as many calls as a client may have, so that controls that would start one more are disabled
 * (specification 5). */
export function isFull(calls: CallList): boolean {
  return liveCalls(calls).length >= maxCalls;
}

/** The calls that are not over. */
export function liveCalls(calls: CallList): CallList {
  return calls.filter((call) => !isFinal(call.state));
}

/**
 * The call that keys and shortcuts act on: the first live one that is not on hold, else the first live, else the last.
 */
export function activeCall(calls: CallList): Call | null {
  const live = liveCalls(calls);
  return live.find((call) => call.hold !== 'held') ?? live[0] ?? calls.at(-1) ?? null;
}

/** The call that ended last; of those that ended together the younger one. Null without a call. */
export function lastToEnd(calls: CallList): Call | null {
  return calls.toSorted((one, other) => (one.endedAt ?? 0) - (other.endedAt ?? 0)).at(-1) ?? null;
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
 * Moves one call through the table and sets the times that follow from the state. A refused move returns `refused`, and
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
    recording: isFinal(to) ? recordingAfter(recordingAfter(call.recording, 'ended', at), 'shown', at) : call.recording,
  };
  return { calls: calls.map((each) => (each.id === id ? moved : each)), effects };
}
