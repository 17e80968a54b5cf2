import type { Codec } from '../../ports.ts';
import { isOpened } from '../booking.ts';
import { type Answering, completedElsewhere, type Fork, type Ringing, type Talking } from '../call.ts';
import { cancelLosers } from '../endings/cancel-forks.ts';
import { endCall } from '../endings/end-call.ts';
import { afterAck, afterOffer, hasAudio, isAnswerDue } from '../leg-media.ts';
import { stopAwaitingAll } from '../ringing/await-return.ts';
import { become, forkOf, isIn, kept, legOf, openCallerMedia, type Turn, winnerOf } from '../turn.ts';
import { hear, playToHeld } from '../waiting.ts';

/** The first device that answers wins. */
export function calleeAnswered(turn: Turn<Ringing>, legId: string, sdp: string | undefined): void {
  const { call, orders } = turn;
  const fork = forkOf(call, legId);
  if (fork?.state !== 'inviting' && fork?.state !== 'ringing') {
    answeredTooLate(turn, legId);
    return;
  }
  fork.state = 'answered';
  orders.push({ do: 'stopTimer', timer: 'ring' });
  stopAwaitingAll(turn);
  cancelLosers(turn, fork);
  const { speaking } = call;
  const answering = become<Answering>(turn, { ...kept(call), state: 'answering' });
  if (sdp === undefined) {
    endCall(turn, 'TERMINATED', { status: 488, phrase: 'Not Acceptable Here' });
    return;
  }
  // RFC 3261 §13.2.1: the SDP of a 200 repeats that of the 183 before it.
  if (fork.codec !== null) takenIn(answering, fork, fork.codec);
  else if (speaking !== legId) orders.push({ do: 'acceptAnswer', legId, sdp });
}

/** Every later 200 is ended again (RFC 3261 §13.2.2.4, RFC 3326 says why). */
export function answeredTooLate({ call, orders }: Turn, legId: string): void {
  const fork = forkOf(call, legId);
  if (!fork || fork.state === 'answered' || fork.state === 'talking') return;
  const reason = fork.cancelReason ?? (winnerOf(call) ? completedElsewhere : null);
  fork.state = 'over';
  orders.push({ do: 'leg', order: { do: 'bye', legId, ...(reason ? { reason } : {}) } });
}

/** What was agreed on for the audio of the callee who answered. Only the first time counts. */
export function calleeAgreed(turn: Turn<Answering>, legId: string, codec: Codec): void {
  const { call } = turn;
  const fork = forkOf(call, legId);
  if (fork?.state !== 'answered' || fork.codec !== null) return;
  fork.codec = codec;
  takenIn(turn, fork, codec);
}

/** The caller is answered in the codec the callee chose, so that packets can pass untouched. */
export function takenIn(turn: Turn<Answering>, fork: Fork, codec: Codec): void {
  const { call, orders } = turn;
  const { caller } = call;
  orders.push({ do: 'bookEstablished', legId: fork.legId, userId: fork.userId });
  joinWhoWaits(turn);
  if (caller.state !== 'waiting') return;
  // Its audio is there already, or on the way.
  if (caller.early || hasAudio(caller.media)) {
    caller.state = 'answering';
    answerCaller(turn);
    return;
  }
  openCallerMedia(turn, [codec, ...call.codecs.filter((other) => other !== codec)]);
}

/** 200 to the caller: once its SDP is made and the answered call is in the book (or the book takes too long). */
export function answerCaller(turn: Turn<Answering>): void {
  const { call, orders } = turn;
  const { caller } = call;
  joinWhoWaits(turn);
  if (caller.state !== 'answering' || caller.sdp === null || call.booking !== 'settled') return;
  const winner = winnerOf(call);
  if (!winner) return;
  caller.state = 'answered';
  const { early } = caller;
  if (caller.offer === null && !early) caller.media = afterOffer(caller.media);
  winner.state = 'talking';
  const talking = become<Talking>(turn, { ...kept(call), state: 'talking', bridged: false });
  if (!isAnswerDue(caller.media) && (!early || early === 'agreed')) joinTheTwo(talking);
  acknowledgeCallee(turn);
  // What was offered early is not said twice.
  orders.push({ do: 'leg', order: { do: 'answer', legId: caller.legId, sdp: early ? '' : caller.sdp } });
  orders.push({ do: 'announceEstablished' });
}

/** The ACK of a 200 of ours: the one that answered the caller, or a re-INVITE. */
export function acknowledged(turn: Turn, legId: string, sdp: string | undefined): void {
  const { call, orders } = turn;
  const leg = legOf(call, legId);
  if (!leg) return;
  if (leg === call.caller && leg.state === 'answered') leg.state = 'talking';
  if (!isAnswerDue(leg.media)) return;
  leg.media = afterAck(leg.media);
  // RFC 3261 §13.2.1: an offer in the 200 must be answered in the ACK.
  if (sdp === undefined) endCall(turn, 'TERMINATED');
  else orders.push({ do: 'acceptAnswer', legId, sdp });
}

/** The answer to an offer of ours came before the call was answered. */
export function callerAgreedEarly({ call: { caller } }: Turn): void {
  if (caller.early) caller.early = 'agreed';
}

/** A caller who came from another call was answered long ago. */
export function joinWhoWaits(turn: Turn<Answering>): void {
  const { call, orders } = turn;
  const winner = winnerOf(call);
  if (call.caller.state !== 'talking' || !isOpened(call.booking) || !winner || winner.codec === null) return;
  winner.state = 'talking';
  const talking = become<Talking>(turn, { ...kept(call), state: 'talking', bridged: false });
  if (!call.caller.virtual) hear(turn, call.caller, 'nothing');
  joinTheTwo(talking);
  acknowledgeCallee(turn);
  orders.push({ do: 'announceEstablished' });
}

/** The callee learns that its answer came through once the book has it, as a call that a restart goes on with. */
export function acknowledgeCallee({ call, orders }: Turn): void {
  const winner = winnerOf(call);
  if (winner && call.booking === 'settled')
    orders.push({ do: 'leg', order: { do: 'acknowledge', legId: winner.legId } });
}

export function joinTheTwo(turn: Turn<Talking>): void {
  const { call } = turn;
  if (call.bridged || call.steered || !winnerOf(call)) return;
  call.bridged = true;
  orderBridge(turn);
  warnCallee(turn);
  playToHeld(turn);
}

/** A callee whose device has answered by itself hears a tone before anything else. */
function warnCallee({ call, orders }: Turn<Talking>): void {
  const winner = winnerOf(call);
  if (!call.answersItself || !winner) return;
  delete call.answersItself;
  orders.push({ do: 'play', legId: winner.legId, sound: 'confirmation' });
}

/** The transfer knows that this line is the one to be heard. */
export const joinForTransfer = (turn: Turn<Talking>): void => orderBridge(turn);

/** With the transfer over, the two hear each other again as holds allow. */
export function steer(turn: Turn, value: boolean): void {
  turn.call.steered = value;
  if (!isIn(turn, 'talking')) return;
  turn.call.bridged = false;
  if (!value) joinTheTwo(turn);
}

function orderBridge({ call, orders }: Turn<Talking>): void {
  const winner = winnerOf(call);
  if (winner) orders.push({ do: 'bridge', legIds: [call.caller.legId, winner.legId] });
}
