import { type Answering, allCodecs, type Fork, type Ringing } from '../call.ts';
import type { CallFact } from '../call-facts.ts';
import { cancelLosers } from '../endings/cancel-forks.ts';
import { takenIn } from '../talking/answer-call.ts';
import { become, forkOf, isAsked, isIn, kept, type Turn } from '../turn.ts';
import { stopAwaitingAll } from './await-return.ts';
import { alertCaller, declineFor, endIfNobodyIsLeft, giveUpFork, leaveFork, ringTimedOut } from './ring.ts';

/** It is time for a mobile to ring along, unless its user no longer has the call. */
export function mobileCame(turn: Turn<Ringing>, { along, fork }: Extract<CallFact, { type: 'mobileCame' }>): void {
  const { call, orders } = turn;
  if (!call.along?.includes(along)) return;
  call.along = call.along.filter((each) => each !== along);
  const { userId } = along;
  const hasDeclined = call.forks.some((each) => each.userId === userId && each.outcome === 'declined');
  if (fork === null || hasDeclined || !call.rings.includes(userId)) {
    endIfNobodyIsLeft(turn);
    return;
  }
  call.forks = [...call.forks, { ...fork, media: 'open' }];
  const codecs = [...new Set([...call.codecs, ...allCodecs])];
  orders.push({ do: 'openMedia', legId: fork.legId, codecs, offer: null });
  orders.push({ do: 'bookStage', legIds: [fork.legId], events: [], leaves: null });
}

/**
 * Somebody answers at a mobile, or its mailbox does. For the caller and the devices it goes on ringing: nobody has taken the
 * call.
 */
export function mobileAnswered(turn: Turn<Ringing>, fork: Fork, sdp: string | undefined): void {
  const { legId } = fork;
  fork.state = 'asked';
  turn.orders.push({ do: 'leg', order: { do: 'acknowledge', legId } });
  alertCaller(turn);
  if (sdp === undefined) giveUpFork(turn, fork, 'unacceptable');
  else turn.orders.push({ do: 'acceptAnswer', legId, sdp });
}

/** Its audio is there, so that it can be asked. */
export function mobileAgreed({ orders }: Turn<Ringing>, fork: Fork, codec: Fork['codec']): void {
  if (fork.codec !== null || !fork.mobile) return;
  fork.codec = codec;
  orders.push({ do: 'askMobile', legId: fork.legId, mediaId: fork.mediaId, mobile: fork.mobile });
}

/** A key at a mobile, by whatever way it came. */
export function mobileKey({ call, orders }: Turn<Ringing>, legId: string, digit: string): void {
  if (forkOf(call, legId)?.state === 'asked') orders.push({ do: 'serviceKey', legId, digit });
}

/** The first who takes the call has it: a key counts as the answer of a device. */
export function mobileSaid(turn: Turn<Ringing>, { legId, said }: Extract<CallFact, { type: 'mobileSaid' }>): void {
  const { call, orders } = turn;
  const fork = forkOf(call, legId);
  if (fork?.state !== 'asked') return;
  if (said === 'decline') {
    declineFor(turn, legId);
    endIfLate(turn);
    return;
  }
  const { codec } = fork;
  if (said === 'nothing' || codec === null) {
    giveUpFork(turn, fork, 'unavailable');
    endIfLate(turn);
    return;
  }
  fork.state = 'answered';
  orders.push({ do: 'stopTimer', timer: 'ring' });
  stopAwaitingAll(turn);
  cancelLosers(turn, fork);
  takenIn(become<Answering>(turn, { ...kept(call), state: 'answering' }), fork, codec);
}

/** Who answered there has hung up without a key. */
export function mobileHungUp(turn: Turn<Ringing>, legId: string): boolean {
  const fork = forkOf(turn.call, legId);
  if (fork?.state !== 'asked') return false;
  leaveFork(turn, fork, 'unavailable');
  endIfLate(turn);
  return true;
}

/** The ring time was over before, and nobody is asked any longer. */
function endIfLate(turn: Turn<Ringing>): void {
  if (isIn(turn, 'ringing') && turn.call.isLate && !turn.call.forks.some(isAsked)) ringTimedOut(turn);
}
