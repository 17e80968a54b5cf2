import type { EngineFact } from '../../call-engine.ts';
import type { FactTap } from '../../fact-tap.ts';
import type { InOrder } from '../../in-order.ts';
import type { ServerSideOfCall } from '../../server-side-of-call.ts';
import type { CallAudio } from './call-audio.ts';
import type { ClassicCall, ClassicCallParts } from './classic-call-parts.ts';
import { knownId } from './classic-orders.ts';
import { endSurely } from './end-surely.ts';
import type { WarmTransfer } from './warm-transfer.ts';

type Ended = Extract<EngineFact, { type: 'ended' }>;

/** A call that the server makes for this client. */
export interface CallState {
  readonly parts: ClassicCallParts;
  readonly tap: FactTap;
  readonly inOrder: InOrder;
  readonly side: ServerSideOfCall<WarmTransfer>;
  readonly audio: CallAudio;
  readonly call: ClassicCall;
  readonly bornAt: number;
  /** Of the user's leg; null until the server has taken the order to call. */
  sipCallId: string | null;
  /** `waiting` for any client of the user; `ours`, by calling out or by taking it; `answered` by the called side. */
  progress: 'waiting' | 'ours' | 'answered';
  /** Audio can flow. */
  isConnected: boolean;
  isHeld: boolean;
  /** Cancels an end that waits for its reason. */
  cancelEnd: () => void;
}

/** The event with the reason comes about when the row tells the end; we wait this long for it. */
const reasonWaitMs = 700;
const handingWaitMs = 3_000;

/** The Call-ID of the user's leg. Throws `CallError` INVALID_STATE_ERROR where there is none yet. */
export const known = ({ sipCallId }: CallState): string => knownId(sipCallId);

export const isIncoming = ({ parts }: CallState): boolean => parts.facts.direction === 'INCOMING';

// How far the call is.

export function answer(state: CallState): void {
  if (state.progress === 'answered') return;
  state.progress = 'answered';
  state.audio.stopLooking();
  state.tap.tell({ type: 'answered' });
  if (state.isConnected) state.tap.tell({ type: 'connected' });
}

/** Our audio is up before the other side answers; until then it flows one way at most. */
export function tellOfAudio(state: CallState, fact: EngineFact): void {
  if (fact.type === 'connected') state.isConnected = true;
  if (fact.type !== 'connected' || state.progress === 'answered') state.tap.tell(fact);
}

export function tellHeld(state: CallState, held: boolean): void {
  if (state.isHeld === held) return;
  state.isHeld = held;
  state.tap.tell({ type: 'held', held });
}

// The end.

export function finish(state: CallState, end: Ended, how: 'end' | 'leave' = 'end'): void {
  if (state.tap.isEnded) return;
  state.cancelEnd();
  state.side.line?.end(end);
  state.audio.close(how);
  state.tap.tell(end);
  state.parts.onEnd(state.call);
}

export function finishSoon(state: CallState, end: Ended): void {
  state.cancelEnd();
  state.cancelEnd = state.parts.clock.after(reasonWaitMs, () => finish(state, end));
}

/** The row says first that the call ended, and then to whom it was handed. */
export function failHandingSoon(state: CallState): void {
  state.cancelEnd();
  state.cancelEnd = state.parts.clock.after(handingWaitMs, () => {
    state.tap.tell({ type: 'transferFailed' });
    finish(state, bySystem('HANGUP'));
  });
}

export const bySystem = (reason: Ended['reason']): Ended => ({ type: 'ended', reason, by: 'system' });

export const takenElsewhere: Ended = { type: 'ended', reason: 'ACCEPTED_ELSEWHERE', by: 'remote' };

export function endedByFarSide(state: CallState, reason: Ended['reason']): Ended {
  const isUnanswered = isIncoming(state) ? state.progress === 'waiting' : state.progress !== 'answered';
  return { type: 'ended', reason: isUnanswered && reason === 'HANGUP' ? 'CANCELLED' : reason, by: 'remote' };
}

/** Tells the server that the user leaves. Never throws. */
export function sendEnd({ parts }: CallState, sipCallId: string): void {
  const { server, clock, log } = parts;
  endSurely(sipCallId, { server, clock, log });
}
