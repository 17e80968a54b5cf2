import {
  answerCaller,
  calleeAgreed,
  calleeAnswered,
  callerAcknowledged,
  callerMediaOpened,
  joinForTransfer,
  steer,
} from './answer-call.ts';
import type { Call } from './call.ts';
import type { CallFact, CallOrder, CallTimer } from './call-facts.ts';
import { deviceCame } from './device-came.ts';
import { sendDigitOn } from './digits.ts';
import { earlyAnswered } from './early-audio.ts';
import { hangUpEchoTest, toneOver } from './echo-test.ts';
import { endCall, farSideEnded, hangUp, refusalOfMedia, type SaidToCaller } from './end-call.ts';
import { holdAsked, reoffered, reofferReady } from './hold.ts';
import { membersJoined, turnOver } from './late-members.ts';
import { legReplaced } from './replace-leg.ts';
import {
  beginCall,
  declineFor,
  deviceRang,
  deviceUnreachable,
  forkMediaOpened,
  giveUpFork,
  openedBooked,
  refused,
  returnTimedOut,
  ringTimedOut,
  stageChosen,
  untaken,
} from './ring.ts';
import { serviceKey, serviceOver, startService } from './service.ts';
import { legTaken, placeTaken } from './take-place.ts';
import { beginTurn, forkOf, legOf, type Turn } from './turn.ts';
import { unreachable } from './unreachable.ts';
import { userLeft } from './user-left.ts';
import { hear } from './waiting.ts';

/** The call after a fact, and what is to be done. Pure: the call given stays as it was. */
export function step(call: Call, fact: CallFact): { readonly call: Call; readonly orders: readonly CallOrder[] } {
  const turn = beginTurn(call);
  take(turn, fact);
  return turn;
}

function take(turn: Turn, fact: CallFact): void {
  switch (fact.type) {
    case 'begun':
      beginCall(turn);
      break;
    case 'openedBooked':
      openedBooked(turn);
      break;
    case 'openedNotBooked':
      endCall(turn, 'TERMINATED', { status: 503, phrase: 'Service Unavailable' });
      break;
    case 'establishedSettled':
      turn.call.caller.settled = true;
      answerCaller(turn);
      break;
    case 'mediaOpened':
      if (fact.legId === turn.call.caller.legId) callerMediaOpened(turn, fact.sdp);
      else forkMediaOpened(turn, fact.legId, fact.sdp);
      break;
    case 'mediaAgreed':
      calleeAgreed(turn, fact.legId, fact.codec);
      break;
    case 'mediaRefused':
      mediaRefused(turn, fact.legId, refusalOfMedia(fact.code));
      break;
    case 'provisional':
      deviceRang(turn, fact);
      break;
    case 'answered':
      calleeAnswered(turn, fact.legId, fact.sdp);
      break;
    case 'acknowledged':
      callerAcknowledged(turn, fact.legId, fact.sdp);
      break;
    case 'refused':
      refused(turn, fact);
      break;
    case 'unreachable':
      deviceUnreachable(turn, fact.legId);
      break;
    // A CANCEL that comes after our 200 is no fact: whoever tells of one has seen the INVITE end.
    case 'cancelled':
    case 'ended':
      farSideEnded(turn, fact.legId);
      break;
    case 'reoffered':
      reoffered(turn, fact.legId, fact.sdp);
      break;
    case 'reofferReady':
      reofferReady(turn, fact);
      break;
    case 'reofferImpossible':
      turn.orders.push({ do: 'leg', order: { do: 'refuseReoffer', legId: fact.legId, status: 488 } });
      break;
    case 'mediaConnected':
      mediaConnected(turn, fact.legId);
      break;
    case 'mediaFailed':
      mediaRefused(turn, fact.legId, refusalOfMedia('INTERNAL'));
      break;
    case 'mediaLost':
      endCall(turn, 'TERMINATED', { status: 503, phrase: 'Media Unavailable' });
      break;
    case 'dtmf':
      if (fact.digit === '#') hangUpEchoTest(turn);
      serviceKey(turn, fact.legId, fact.digit);
      break;
    case 'info':
      if (fact.digit === '#') hangUpEchoTest(turn);
      serviceKey(turn, fact.legId, fact.digit);
      sendDigitOn(turn, fact.legId, fact.digit);
      break;
    case 'timerFired':
      timerFired(turn, fact.timer);
      break;
    case 'holdAsked':
      holdAsked(turn, fact.legId, fact.held);
      break;
    case 'hungUp':
      if (!declineFor(turn, fact.legId)) hangUp(turn, fact.legId);
      break;
    case 'tonesAsked':
      sendDigitOn(turn, fact.legId, fact.digits);
      break;
    case 'legTaken':
      legTaken(turn, fact.legId);
      break;
    case 'placeTaken':
      placeTaken(turn, fact);
      break;
    case 'deviceCame':
      deviceCame(turn, fact);
      break;
    case 'userLeft':
      userLeft(turn, fact.userId);
      break;
    case 'membersJoined':
      membersJoined(turn, fact);
      break;
    case 'turnOver':
      turnOver(turn, fact.plan);
      break;
    case 'stageChosen':
      stageChosen(turn, fact.stage);
      break;
    case 'serviceOver':
      if (!serviceOver(turn)) untaken(turn);
      break;
    case 'legReplaced':
      legReplaced(turn, fact);
      break;
    case 'steered':
      steer(turn, fact.value);
      break;
    case 'joinAsked':
      joinForTransfer(turn);
      break;
    case 'waits': {
      const leg = legOf(turn.call, fact.legId);
      if (leg) hear(turn, leg, fact.hears);
      break;
    }
    case 'stopAsked':
      endCall(turn, 'TERMINATED', { status: 503, phrase: 'Service Unavailable' });
      break;
    case 'earlyAnswered':
      earlyAnswered(turn, fact.legId, fact.sdp);
      break;
    case 'referred':
      turn.orders.push({
        do: 'leg',
        order: { do: 'refuseRefer', legId: fact.legId, referId: fact.referId, status: 501 },
      });
      break;
    // Answers to our own re-INVITEs: this core sends none.
    case 'reofferAnswered':
    case 'reofferRefused':
      break;
    default:
      unreachable(fact);
      break;
  }
}

function mediaConnected(turn: Turn, legId: string): void {
  const leg = legOf(turn.call, legId);
  if (!leg) return;
  leg.mediaConnected = true;
  startService(turn);
}

function timerFired(turn: Turn, timer: CallTimer): void {
  if (timer === 'ring') ringTimedOut(turn);
  else if (timer === 'return') returnTimedOut(turn);
  else if (timer === 'tone') toneOver(turn);
  else for (const fork of turn.call.forks) if (fork.state === 'cancelled') fork.state = 'over';
}

/** A ringing device without media is left out; for the two who talk or are about to, the call is over. */
function mediaRefused(turn: Turn, legId: string, refusal: SaidToCaller): void {
  const leg = legOf(turn.call, legId);
  if (!leg || turn.call.phase === 'over') return;
  const fork = forkOf(turn.call, legId);
  if (fork && fork.state !== 'answered' && fork.state !== 'talking') {
    giveUpFork(turn, fork, 'failed');
    return;
  }
  endCall(turn, 'TERMINATED', refusal);
}
