import type { EndReason, MediaErrorCode } from '../../ports.ts';
import { type Call, isUntaken } from '../call.ts';
import { stopAwaitingAll } from '../ringing/await-return.ts';
import { become, closeMedia, forkOf, isIn, isOpen, kept, legOf, type Turn } from '../turn.ts';
import { cancelFork } from './cancel-forks.ts';

/** RFC 3261 §17.1.1.2 and §9.1: after this a cancelled INVITE without any final answer counts as ended. */
const lingerMs = 40_000;

/** How a caller who was not answered is refused. */
export interface SaidToCaller {
  readonly status: number;
  readonly phrase: string;
  readonly retryAfterSeconds?: number;
}

/** What a caller is told whose audio could not be made. */
export function refusalOfMedia(code: MediaErrorCode): SaidToCaller {
  switch (code) {
    case 'NO_COMMON_CODEC':
    case 'BAD_SDP':
      return { status: 488, phrase: 'Not Acceptable Here' };
    case 'NO_FREE_PORT':
      return { status: 503, phrase: 'Too Many Calls', retryAfterSeconds: 10 };
    default:
      return { status: 500, phrase: 'Media Failed' };
  }
}

/** Ends all legs in the way their state asks for, closes their media and the book. Only the first end counts. */
export function endCall(
  turn: Turn,
  reason: EndReason,
  refusal: SaidToCaller = { status: 480, phrase: 'Temporarily Unavailable' },
): void {
  const { call, orders } = turn;
  if (call.state === 'over') return;
  if (isIn(turn, 'ringing')) stopAwaitingAll(turn);
  become(turn, { ...kept(call), state: 'over', ended: reason });
  if (isUntaken(call)) orders.push({ do: 'stopTimer', timer: 'ring' });
  if (call.state === 'serving') orders.push({ do: 'stopTimer', timer: 'tone' });
  endCaller(turn, refusal, isUntaken(call) && call.state !== 'serving' ? 'untaken' : 'over');
  for (const fork of call.forks) {
    if (isOpen(fork)) cancelFork(turn, fork, null, null);
    else if (fork.state === 'answered' || fork.state === 'talking') {
      orders.push({ do: 'leg', order: { do: 'bye', legId: fork.legId } });
      fork.state = 'over';
    }
    closeMedia(turn, fork);
  }
  if (call.forks.some((fork) => fork.state === 'cancelled')) {
    orders.push({ do: 'startTimer', timer: 'linger', ms: lingerMs });
  }
  orders.push({ do: 'bookEnded', reason });
}

function endCaller(turn: Turn, refusal: SaidToCaller, how: 'untaken' | 'over'): void {
  const { caller } = turn.call;
  const { status, phrase, retryAfterSeconds } = refusal;
  const later = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  const { legId } = caller;
  if (caller.virtual) {
    caller.state = 'over';
    return;
  }
  if (caller.state === 'waiting' || caller.state === 'answering') {
    turn.orders.push({ do: 'leg', order: { do: 'refuse', legId, status, phrase, ...later } });
  } else if (caller.state !== 'over') {
    // A caller who was handed over and is taken by nobody learns why, as any caller would (RFC 3326).
    const reason = how === 'untaken' ? { reason: { cause: status, text: phrase } } : {};
    turn.orders.push({ do: 'leg', order: { do: 'bye', legId, ...reason } });
  }
  caller.state = 'over';
  closeMedia(turn, caller);
}

/** CANCEL, BYE, or a leg that is gone for good. */
export function farSideEnded(turn: Turn, legId: string): void {
  const { call } = turn;
  if (legId === call.caller.legId) {
    call.caller.state = 'over';
    endCall(turn, isAnswered(call) ? 'HANGUP' : 'CANCELLED');
    return;
  }
  const fork = forkOf(call, legId);
  if (!fork || fork.state === 'over') return;
  const took = fork.state === 'answered' || fork.state === 'talking';
  if (!took && isOpen(fork)) return;
  fork.state = 'over';
  if (took) endCall(turn, 'HANGUP');
}

/** The user's own command: their leg gets its BYE, or its refusal where it was never answered, and the call is over. */
export function hangUp(turn: Turn, legId: string): void {
  const leg = legOf(turn.call, legId);
  if (!leg || leg.state === 'over' || leg.state === 'cancelled') return;
  endCall(turn, isAnswered(turn.call) ? 'HANGUP' : 'CANCELLED', { status: 487, phrase: 'Request Terminated' });
}

/** Whether somebody, or the exchange itself, has answered the caller or is about to. */
const isAnswered = ({ state }: Call): boolean => state !== 'ringing' && state !== 'choosing';
