import { calledName } from '@sidetone/contract/rules/sip-invite.ts';
import type { EndReason } from '../../ports.ts';
import type { ForwardPlan } from '../../routing/route-plan.ts';
import { afterOpening, isOpened } from '../booking.ts';
import {
  allCodecs,
  type Choosing,
  declined,
  type Fork,
  type ForkOutcome,
  isInQueue,
  isParked,
  type NewCall,
  type Refusal,
  type Ringing,
  type Serving,
} from '../call.ts';
import { shownDiverters } from '../diverters.ts';
import { cancelFork, confirmCancel } from '../endings/cancel-forks.ts';
import { endCall } from '../endings/end-call.ts';
import type { LegFact } from '../legs.ts';
import type { Stage } from '../stage.ts';
import { legTaken } from '../take-place.ts';
import { closeMedia, forkOf, isAsked, isIn, isOpen, openCallerMedia, type Turn } from '../turn.ts';
import { hear } from '../waiting.ts';
import { awaitReturn, dropAlong, stopAwaiting, stopAwaitingAll } from './await-return.ts';
import { askForEarlyAudio, offerEarlyAudio } from './early-audio.ts';
import { deviceSpeaks, tellCallerEarly } from './early-media.ts';
import { forwardOf } from './forward.ts';
import { asksInTheClear } from './in-the-clear.ts';
import { askNextStage, takeStage } from './next-stage.ts';
import { outcomeOf, outsideOutcomeOf, refusalOf } from './refusals.ts';

/** The book and the devices' media at the same time, so that the write costs the callee no moment of ringing. */
export function beginCall(turn: Turn<NewCall>): void {
  const { call, orders } = turn;
  orders.push({ do: 'bookOpened' });
  if (call.state === 'serving') {
    if (call.caller.state !== 'talking') openCallerMedia(turn, call.codecs);
    return;
  }
  if (call.nobody) return;
  if (call.caller.state === 'talking' && !call.caller.virtual)
    hear(turn, call.caller, call.parked ? 'music' : 'ringback');
  askForEarlyAudio(turn);
  orders.push({ do: 'startTimer', timer: 'ring', ms: call.ringMs });
  // A codec that both speak comes first, so that packets can pass untouched; any other is better than no call.
  const codecs = [...new Set([...call.codecs, ...allCodecs])];
  for (const fork of call.forks) {
    fork.media = 'open';
    orders.push({ do: 'openMedia', legId: fork.legId, codecs, offer: null });
  }
}

export function forkMediaOpened(turn: Turn<Ringing>, legId: string, sdp: string): void {
  const { call, orders } = turn;
  const fork = forkOf(call, legId);
  if (fork?.state !== 'preparing' || fork.target === null) return;
  fork.state = 'inviting';
  const { channelId } = call.shown;
  const { number, from } = fork.mobile?.shown ?? call.shown;
  const name = fork.mediaKind === 'webrtc' && channelId ? calledName(number, channelId) : undefined;
  orders.push({
    do: 'leg',
    order: {
      do: 'invite',
      legId,
      sipCallId: fork.sipCallId,
      sessionId: call.sessionId,
      target: fork.target,
      offer: sdp,
      from,
      to: { user: number, ...(name ? { name } : {}) },
      ...(isOfQueue(fork) && { isOfQueue: true as const }),
      ...(fork.target.kind === 'device' && sentOn(call)),
      ...(call.answersItself && fork.target.kind === 'device' && { answersItself: true as const }),
    },
  });
}

/** What a device may show of who sent the call on: the channel or line, and those outside who do not hide. */
function sentOn(call: Ringing) {
  const diverted = shownDiverters(call);
  const { via } = call.shown;
  return { ...(via !== undefined && { via }), ...(diverted.length > 0 && { diverted }) };
}

const isOfQueue = ({ target, event }: Fork): boolean =>
  target?.kind === 'device' && event?.direction === 'INCOMING' && event.ownerUserId === null;

export function openedBooked(turn: Turn<Ringing>): void {
  const { call } = turn;
  call.booking = afterOpening(call.booking);
  if (call.nobody) {
    endUntaken(turn, call.nobody);
    return;
  }
  offerEarlyAudio(turn);
  alertCaller(turn);
  tellCallerEarly(turn);
  endIfNobodyIsLeft(turn);
}

/** Without early media the caller hears their own client's tone while it rings. */
export function deviceRang(
  turn: Turn<Ringing>,
  { legId, status, sdp }: Extract<LegFact, { type: 'provisional' }>,
): void {
  const fork = forkOf(turn.call, legId);
  if (status <= 100 || !fork) return;
  if (fork.state === 'inviting') {
    fork.state = 'ringing';
    alertCaller(turn);
  }
  // What a mobile network says while it rings is nothing for the caller.
  if (fork.state === 'ringing' && sdp !== undefined && !fork.mobile) deviceSpeaks(turn, fork, sdp);
}

export function alertCaller(turn: Turn<Ringing>): void {
  const { call, orders } = turn;
  if (!isOpened(call.booking) || call.ringAnnounced) return;
  if (!call.forks.some(({ state }) => state === 'ringing' || state === 'asked')) return;
  call.ringAnnounced = true;
  if (call.caller.state === 'waiting' && !call.caller.alerted) {
    orders.push({ do: 'leg', order: { do: 'provisional', legId: call.caller.legId, status: 180 } });
  }
  call.caller.alerted = true;
  orders.push({ do: 'announceRinging' });
}

/** A refusal ends that device's leg only; the user's own decline ends the legs of all devices of that user. */
export function refused(turn: Turn<Ringing>, fact: Extract<LegFact, { type: 'refused' }>): void {
  const fork = forkOf(turn.call, fact.legId);
  if (!fork) return;
  confirmCancel(turn, fact.legId);
  if (!isOpen(fork) || asksInTheClear(turn, fork, fact.status)) return;
  if (fork.target?.kind === 'trunk') {
    const { outcome, said } = outsideOutcomeOf(fact, fork);
    if (said && !fork.mobile) fork.said = said;
    // Busy or declined at a mobile is nothing that the user says of the call.
    leaveFork(turn, fork, fork.mobile && outcome !== 'noWay' ? 'unavailable' : (outcome ?? 'unavailable'));
    return;
  }
  const forward = forwardOf(turn.call, fork, fact);
  if (forward) {
    forwardLine(turn, fork, forward);
    return;
  }
  const outcome = outcomeOf(fact);
  if (outcome === 'declined') {
    stopAwaiting(turn, fork.userId);
    dropAlong(turn, fork.userId);
    for (const other of turn.call.forks) {
      if (other === fork || other.userId !== fork.userId || !isOpen(other)) continue;
      other.outcome = 'declined';
      cancelFork(turn, other, declined, 'DECLINED');
    }
  }
  leaveFork(turn, fork, outcome);
}

/** One device speaks for its user's whole line: the others go quiet, and the plan says who is called instead. */
function forwardLine(turn: Turn<Ringing>, fork: Fork, plan: ForwardPlan): void {
  const { call } = turn;
  call.plan = plan;
  // Those who are called instead have not allowed it.
  delete call.answersItself;
  call.rings = [];
  call.along = [];
  stopAwaitingAll(turn);
  for (const other of call.forks) {
    if (other !== fork && isOpen(other)) cancelFork(turn, other, null, 'TEMPORARILY_UNAVAILABLE');
  }
  leaveFork(turn, fork, 'forwarded');
}

/** A command of a user whose devices ring: they no longer ring. False when this leg does not ring. */
export function declineFor(turn: Turn<Ringing>, legId: string): boolean {
  const { forks } = turn.call;
  const fork = forkOf(turn.call, legId);
  if (!fork || !isOpen(fork)) return false;
  stopAwaiting(turn, fork.userId);
  dropAlong(turn, fork.userId);
  for (const each of forks) {
    if (each.userId !== fork.userId || !isOpen(each)) continue;
    each.outcome = 'declined';
    cancelFork(turn, each, declined, 'DECLINED');
  }
  endIfNobodyIsLeft(turn);
  return true;
}

/** The user says for one device that it is busy: counts as its own 486. */
export function busySaid(turn: Turn<Ringing>, legId: string): void {
  const fork = forkOf(turn.call, legId);
  if (fork) giveUpFork(turn, fork, 'busy');
}

export function deviceUnreachable(turn: Turn<Ringing>, legId: string): void {
  const fork = forkOf(turn.call, legId);
  if (!fork) return;
  confirmCancel(turn, legId);
  if (isOpen(fork)) {
    awaitReturn(turn, fork);
    leaveFork(turn, fork, fork.target?.kind === 'trunk' ? 'noWay' : fork.isUserTaken ? 'busy' : 'unavailable');
  }
}

/** Those who were waited for have had their time. */
export function returnTimedOut(turn: Turn<Ringing>): void {
  stopAwaitingAll(turn);
  endIfNobodyIsLeft(turn);
}

/** The leg is gone on its own. */
export function leaveFork(turn: Turn<Ringing>, fork: Fork, outcome: ForkOutcome): void {
  fork.state = 'over';
  fork.outcome = outcome;
  if (outcome === 'noWay') ringByAnother(turn, fork);
  closeMedia(turn, fork);
  turn.orders.push({ do: 'bookLegEnded', legId: fork.legId, reason: endReasons[outcome] });
  endIfNobodyIsLeft(turn);
}

/** A mobile whose trunk was not there may be reached by another one. */
function ringByAnother({ call }: Turn<Ringing>, { mobile, target }: Fork): void {
  if (!mobile || target?.kind !== 'trunk') return;
  const { tried = [], ...along } = mobile.along;
  call.along = [...(call.along ?? []), { ...along, afterMs: 0, tried: [...tried, target.trunkId] }];
}

/** We end the leg because it is of no use; the other devices ring on. */
export function giveUpFork(turn: Turn<Ringing>, fork: Fork, outcome: ForkOutcome): void {
  if (!isOpen(fork)) return;
  fork.outcome = outcome;
  cancelFork(turn, fork, null, endReasons[outcome]);
  endIfNobodyIsLeft(turn);
}

const endReasons: Record<ForkOutcome, EndReason> = {
  declined: 'DECLINED',
  busy: 'BUSY_HERE',
  unavailable: 'TEMPORARILY_UNAVAILABLE',
  unacceptable: 'PRECONDITION_FAILURE',
  failed: 'TERMINATED',
  noWay: 'TEMPORARILY_UNAVAILABLE',
  forwarded: 'TEMPORARILY_UNAVAILABLE',
};

/** Who is asked at a mobile at this moment may still press a key. */
const lastKeyMs = 15_000;

export function ringTimedOut(turn: Turn<Ringing>): void {
  const { call, orders } = turn;
  if (call.forks.some(isAsked) && !call.isLate) {
    call.isLate = true;
    orders.push({ do: 'startTimer', timer: 'ring', ms: lastKeyMs });
    return;
  }
  endUntaken(turn, noAnswer);
}

export const noAnswer: Refusal = { status: 480, phrase: 'Temporarily Unavailable', reason: 'TEMPORARILY_UNAVAILABLE' };

/** The caller hears of it once the missed call is in the book. */
export function endIfNobodyIsLeft(turn: Turn<Ringing>): void {
  const { call } = turn;
  // A step before may have ended the call already, or asked what comes next.
  if (!isIn(turn, 'ringing') || !isOpened(call.booking) || call.forks.some(isOpen)) return;
  if (isParked(call) || (call.awaited && call.awaited.length > 0)) return;
  if (call.along && call.along.length > 0) {
    // Nothing else rings: nobody waits for their devices any longer.
    if (call.along.some(({ afterMs }) => afterMs > 0))
      call.along = call.along.map((each) => (each.afterMs > 0 ? { ...each, afterMs: 0 } : each));
    return;
  }
  endUntaken(turn, refusalOf(call.forks));
}

/** The service of a channel is over and nobody has taken the call yet. */
export const untaken = (turn: Turn<Serving>): void => endUntaken(turn, noAnswer);

/** What was asked for when nobody took the call; too late where the caller has left. */
export function stageChosen(turn: Turn<Choosing>, stage: Stage): void {
  const { call } = turn;
  if (stage.do !== 'end') {
    takeStage(turn, stage);
    return;
  }
  call.plan = null;
  endUntaken(turn, stage.refusal);
}

/** Signalling was restarted while a caller was parked or in a queue: they wait for what is left of their time. */
export function parkGoesOn(turn: Turn<Ringing>, leftMs: number): void {
  if (isParked(turn.call) || isInQueue(turn.call)) turn.orders.push({ do: 'startTimer', timer: 'ring', ms: leftMs });
}

/** Nobody took it: something else is tried, or the caller is refused, or goes back to who handed the call over. */
function endUntaken(turn: Turn<Ringing | Choosing | Serving>, refusal: Refusal): void {
  const { call, orders } = turn;
  // A caller whose call is not in the book is not put off either.
  if (call.plan !== null && isOpened(call.booking) && isIn(turn, 'ringing', 'serving')) {
    askNextStage(turn, refusal);
    return;
  }
  const { caller, returnTo } = turn.call;
  if (returnTo && caller.state === 'talking') {
    orders.push({ do: 'ringBack', caller: { ...caller }, to: returnTo });
    legTaken(turn, caller.legId);
  }
  endCall(turn, refusal.reason, refusal);
}
