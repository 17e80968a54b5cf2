import type { Codec } from '../../../ports.ts';
import { stopAwaitingAll } from './await-return.ts';
import { type Call, completedElsewhere } from './call.ts';
import { cancelLosers } from './cancel-forks.ts';
import { offerEarlyAudio } from './early-audio.ts';
import { hearSpeaker, speakerAgreed, tellCallerEarly } from './early-media.ts';
import { endCall } from './end-call.ts';
import { answerForService, startService } from './service.ts';
import { forkOf, openCallerMedia, type Turn, winnerOf } from './turn.ts';
import { hear, playToHeld } from './waiting.ts';

/** The first device that answers wins; every later 200 is ended again (RFC 3261 §13.2.2.4, RFC 3326 says why). */
export function calleeAnswered(turn: Turn, legId: string, sdp: string | undefined): void {
  const { call, orders } = turn;
  const fork = forkOf(call, legId);
  if (!fork || fork.state === 'answered' || fork.state === 'talking') return;
  if (call.phase !== 'ringing' || (fork.state !== 'inviting' && fork.state !== 'ringing')) {
    const reason = fork.cancelReason ?? (winnerOf(call) ? completedElsewhere : null);
    fork.state = 'over';
    orders.push({ do: 'leg', order: { do: 'bye', legId, ...(reason ? { reason } : {}) } });
    return;
  }
  fork.state = 'answered';
  call.phase = 'answering';
  orders.push({ do: 'stopTimer', timer: 'ring' });
  stopAwaitingAll(turn);
  cancelLosers(turn, fork);
  if (sdp === undefined) {
    endCall(turn, 'TERMINATED', { status: 488, phrase: 'Not Acceptable Here' });
    return;
  }
  // RFC 3261 §13.2.1: the SDP of a 200 repeats that of the 183 before it.
  if (fork.codec !== null) calleeAgreed(turn, legId, fork.codec);
  else if (call.speaking !== legId) orders.push({ do: 'acceptAnswer', legId, sdp });
}

/** The caller is answered in the codec the callee chose, so that packets can pass untouched. */
export function calleeAgreed(turn: Turn, legId: string, codec: Codec): void {
  const { call, orders } = turn;
  if (legId === call.caller.legId) {
    callerAgreed(turn);
    return;
  }
  const fork = forkOf(call, legId);
  if (fork?.state !== 'answered') {
    speakerAgreed(turn, legId, codec);
    return;
  }
  if (call.calleeReady) return;
  fork.codec = codec;
  call.calleeReady = true;
  orders.push({ do: 'bookEstablished', legId, userId: fork.userId });
  joinWhoWaits(turn);
  if (call.caller.state !== 'waiting') return;
  // Its audio is there already, or on the way.
  if (call.caller.early || call.caller.media === 'open') {
    call.caller.state = 'answering';
    answerCaller(turn);
    return;
  }
  openCallerMedia(turn, [codec, ...call.codecs.filter((other) => other !== codec)]);
}

export function callerMediaOpened(turn: Turn, sdp: string): void {
  turn.call.caller.sdp = sdp;
  offerEarlyAudio(turn);
  tellCallerEarly(turn);
  answerCaller(turn);
}

/** 200 to the caller: once its SDP is made and the answered call is in the book (or the book takes too long). */
export function answerCaller(turn: Turn): void {
  const { call, orders } = turn;
  const { caller } = call;
  joinWhoWaits(turn);
  if (isChannelService(call)) {
    answerForService(turn);
    return;
  }
  if (caller.state !== 'answering' || caller.sdp === null || !call.booked) return;
  const winner = winnerOf(call);
  if (winner && !caller.settled) return;
  if (!winner && call.service === null) return;
  if (!winner && !caller.settled) {
    if (call.phase === 'ringing') {
      call.phase = 'answering';
      orders.push({ do: 'bookEstablished', legId: caller.legId, userId: caller.userId });
    }
    return;
  }
  caller.state = 'answered';
  const { early } = caller;
  caller.answerDue = caller.offer === null && !early;
  call.phase = 'talking';
  if (winner) {
    winner.state = 'talking';
    if (!caller.answerDue && (!early || early === 'agreed')) joinTheTwo(turn);
  }
  // What was offered early is not said twice.
  orders.push({ do: 'leg', order: { do: 'answer', legId: caller.legId, sdp: early ? '' : caller.sdp } });
  orders.push({ do: 'announceEstablished' });
}

export function callerAcknowledged(turn: Turn, legId: string, sdp: string | undefined): void {
  const { call, orders } = turn;
  const leg = legId === call.caller.legId ? call.caller : forkOf(call, legId);
  if (!leg || call.phase === 'over') return;
  if (leg === call.caller && leg.state === 'answered') leg.state = 'talking';
  if (leg.answerDue) {
    leg.answerDue = false;
    // RFC 3261 §13.2.1: an offer in the 200 must be answered in the ACK.
    if (sdp === undefined) {
      endCall(turn, 'TERMINATED');
      return;
    }
    orders.push({ do: 'acceptAnswer', legId, sdp });
  }
  startService(turn);
}

/** What answers in the place of members; a code that was dialled is a call that was taken. */
const isChannelService = ({ service }: Call): boolean =>
  service !== null && service !== 'echo' && service.kind !== 'greeting';

/** The answer to an offer of ours came with the ACK, or before the call was answered: now the two can be joined. */
function callerAgreed(turn: Turn): void {
  const { caller } = turn.call;
  if (caller.early) {
    caller.early = 'agreed';
    hearSpeaker(turn);
  }
  if (turn.call.phase === 'talking') joinTheTwo(turn);
}

/** A caller who came from another call was answered long ago. */
export function joinWhoWaits(turn: Turn): void {
  const { call, orders } = turn;
  const winner = winnerOf(call);
  if (call.phase !== 'answering' || call.caller.state !== 'talking') return;
  if (!call.booked || !call.calleeReady || !winner) return;
  call.phase = 'talking';
  winner.state = 'talking';
  if (!call.caller.virtual) hear(turn, call.caller, 'nothing');
  joinTheTwo(turn);
  orders.push({ do: 'announceEstablished' });
}

export function joinTheTwo(turn: Turn): void {
  const { call } = turn;
  if (call.bridged || call.steered || !winnerOf(call)) return;
  call.bridged = true;
  orderBridge(turn);
  playToHeld(turn);
}

/** The transfer knows that this line is the one to be heard. */
export function joinForTransfer(turn: Turn): void {
  if (turn.call.phase === 'talking') orderBridge(turn);
}

/** With the transfer over, the two hear each other again as holds allow. */
export function steer(turn: Turn, value: boolean): void {
  const { call } = turn;
  if (call.phase === 'over') return;
  call.steered = value;
  call.bridged = false;
  if (!value && call.phase === 'talking') joinTheTwo(turn);
}

function orderBridge({ call, orders }: Turn): void {
  const winner = winnerOf(call);
  if (winner) orders.push({ do: 'bridge', legIds: [call.caller.legId, winner.legId] });
}
