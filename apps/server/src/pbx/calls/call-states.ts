import { afterAnswer, afterOpening } from './booking.ts';
import type { Call, CallState, Choosing, Ringing, Serving } from './call.ts';
import type { CallFact, CallTimer } from './call-facts.ts';
import { confirmAll, confirmCancel } from './endings/cancel-forks.ts';
import { endCall, farSideEnded, hangUp, refusalOfMedia } from './endings/end-call.ts';
import { afterConnection } from './leg-media.ts';
import { keyBetweenStages, queueKey } from './ringing/call-back-key.ts';
import { deviceCame } from './ringing/device-came.ts';
import { earlyAnswered, offerEarlyAudio } from './ringing/early-audio.ts';
import { hearSpeaker, speakerAgreed, tellCallerEarly } from './ringing/early-media.ts';
import { membersJoined, turnOver } from './ringing/late-members.ts';
import { mobileAgreed, mobileAnswered, mobileCame, mobileHungUp, mobileKey, mobileSaid } from './ringing/mobile.ts';
import { pickedUp } from './ringing/picked-up.ts';
import {
  beginCall,
  busySaid,
  declineFor,
  deviceRang,
  deviceUnreachable,
  forkMediaOpened,
  giveUpFork,
  openedBooked,
  parkGoesOn,
  refused,
  returnTimedOut,
  ringTimedOut,
  stageChosen,
  untaken,
} from './ringing/ring.ts';
import { userLeft } from './ringing/user-left.ts';
import { legTaken, placeTaken } from './take-place.ts';
import {
  acknowledgeCallee,
  acknowledged,
  answerCaller,
  answeredTooLate,
  calleeAgreed,
  calleeAnswered,
  callerAgreedEarly,
  joinForTransfer,
  joinTheTwo,
  steer,
} from './talking/answer-call.ts';
import { sendDigitOn } from './talking/digits.ts';
import { hangUpEchoTest, toneOver } from './talking/echo-test.ts';
import { holdAsked, reoffered, reofferReady } from './talking/hold.ts';
import { legReplaced } from './talking/replace-leg.ts';
import { roomGoesOn, seated } from './talking/room.ts';
import { answerForService, serveAnswered, serviceKey, serviceOver, startService } from './talking/service.ts';
import { forkOf, isIn, legOf, type Turn } from './turn.ts';
import { hear } from './waiting.ts';

/** Facts by their type, each timer by a name of its own. */
export type FactName = Exclude<CallFact['type'], 'timerFired'> | `${CallTimer}Timer`;

type FactOf<Name extends FactName> = Extract<
  CallFact,
  { type: Name extends `${CallTimer}Timer` ? 'timerFired' : Name }
>;
type In<State extends CallState> = Turn<Extract<Call, { state: State }>>;
type Row<State extends CallState> = {
  readonly [Name in FactName]: (turn: In<State>, fact: FactOf<Name>) => void;
};

/** What a fact comes to that means nothing in a state. */
export const ignored = (): void => {};

const ignoring = <Name extends FactName>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, ignored])) as { readonly [Each in Name]: typeof ignored };

const unavailable = { status: 503, phrase: 'Service Unavailable' };

/** What becomes of a call that is not over, where its state does not say otherwise. */
const live = {
  openedNotBooked: (turn: Turn) => endCall(turn, 'TERMINATED', unavailable),
  establishedSettled: answerWritten,
  mediaAgreed: (turn: Turn, { legId }: FactOf<'mediaAgreed'>) => {
    if (legId === turn.call.caller.legId) callerAgreedEarly(turn);
  },
  mediaRefused: (turn: Turn, { legId, code }: FactOf<'mediaRefused'>) => audioFailed(turn, legId, code),
  mediaFailed: (turn: Turn, { legId }: FactOf<'mediaFailed'>) => audioFailed(turn, legId, 'INTERNAL'),
  mediaLost: (turn: Turn) => endCall(turn, 'TERMINATED', { status: 503, phrase: 'Media Unavailable' }),
  mediaConnected,
  reoffered: (turn: Turn, { legId, sdp }: FactOf<'reoffered'>) => reoffered(turn, legId, sdp),
  reofferReady,
  reofferImpossible,
  holdAsked: (turn: Turn, { legId, held }: FactOf<'holdAsked'>) => holdAsked(turn, legId, held),
  hungUp: (turn: Turn, { legId }: FactOf<'hungUp'>) => hangUp(turn, legId),
  legTaken: (turn: Turn, { legId }: FactOf<'legTaken'>) => legTaken(turn, legId),
  placeTaken,
  legReplaced,
  steered: (turn: Turn, { value }: FactOf<'steered'>) => steer(turn, value),
  waits: (turn: Turn, { legId, hears }: FactOf<'waits'>) => {
    const leg = legOf(turn.call, legId);
    if (leg) hear(turn, leg, hears);
  },
  stopAsked: (turn: Turn) => endCall(turn, 'TERMINATED', unavailable),
  earlyAnswered: (turn: Turn, { legId, sdp }: FactOf<'earlyAnswered'>) => earlyAnswered(turn, legId, sdp),
  referred,
  answered: (turn: Turn, { legId }: FactOf<'answered'>) => answeredTooLate(turn, legId),
  acknowledged: (turn: Turn, { legId, sdp }: FactOf<'acknowledged'>) => acknowledged(turn, legId, sdp),
  refused: (turn: Turn, { legId }: FactOf<'refused'>) => confirmCancel(turn, legId),
  unreachable: (turn: Turn, { legId }: FactOf<'unreachable'>) => confirmCancel(turn, legId),
  // A CANCEL that comes after our 200 is no fact: the way that tells of one has seen the INVITE end.
  cancelled: (turn: Turn, { legId }: FactOf<'cancelled'>) => farSideEnded(turn, legId),
  ended: (turn: Turn, { legId }: FactOf<'ended'>) => farSideEnded(turn, legId),
  // The first is told once a call is over; the others answer our own re-INVITEs, of which this core sends none.
  ...ignoring('lingerTimer', 'reofferAnswered', 'reofferRefused'),
};

/** Facts that only calls served by the exchange hear. */
const ofRooms = ignoring('seated', 'roomGoesOn');

/** Facts that only ringing calls hear, and those that only their timers bring. */
const ofRinging = ignoring(
  'busySaid',
  'provisional',
  'ringTimer',
  'returnTimer',
  'deviceCame',
  'userLeft',
  'membersJoined',
  'turnOver',
  'pickedUp',
  'parkGoesOn',
  'mobileCame',
  'mobileSaid',
);

const ringing: Row<'ringing'> = {
  ...live,
  ...ofRooms,
  begun: beginCall,
  openedBooked,
  mediaOpened: (turn, { legId, sdp }) => {
    if (legId === turn.call.caller.legId) callerMediaOpened(turn, sdp);
    else forkMediaOpened(turn, legId, sdp);
  },
  mediaAgreed: (turn, { legId, codec }) => {
    const fork = forkOf(turn.call, legId);
    if (fork?.state === 'asked') mobileAgreed(turn, fork, codec);
    else if (fork) speakerAgreed(turn, legId, codec);
    else if (turn.call.caller.early) {
      callerAgreedEarly(turn);
      hearSpeaker(turn);
    }
  },
  mediaRefused: (turn, { legId, code }) => audioFailedInRinging(turn, legId, code),
  mediaFailed: (turn, { legId }) => audioFailedInRinging(turn, legId, 'INTERNAL'),
  provisional: deviceRang,
  answered: (turn, { legId, sdp }) => {
    const fork = forkOf(turn.call, legId);
    const isAsked = fork?.mobile && (fork.state === 'inviting' || fork.state === 'ringing');
    if (isAsked) mobileAnswered(turn, fork, sdp);
    else calleeAnswered(turn, legId, sdp);
  },
  ended: (turn, { legId }) => {
    if (!mobileHungUp(turn, legId)) farSideEnded(turn, legId);
  },
  dtmf: (turn, { legId, digit }) => keyWhileRinging(turn, legId, digit),
  info: (turn, { legId, digit }) => keyWhileRinging(turn, legId, digit),
  mobileCame,
  mobileSaid,
  refused,
  unreachable: (turn, { legId }) => deviceUnreachable(turn, legId),
  hungUp: (turn, { legId }) => {
    if (!declineFor(turn, legId)) hangUp(turn, legId);
  },
  busySaid: (turn, { legId }) => busySaid(turn, legId),
  ringTimer: ringTimedOut,
  returnTimer: returnTimedOut,
  deviceCame,
  userLeft: (turn, { userId }) => userLeft(turn, userId),
  membersJoined,
  turnOver: (turn, { plan }) => turnOver(turn, plan),
  pickedUp,
  parkGoesOn: (turn, { leftMs }) => parkGoesOn(turn, leftMs),
  ...ignoring('toneTimer', 'tonesAsked', 'stageChosen', 'serviceOver', 'joinAsked'),
};

const choosing: Row<'choosing'> = {
  ...live,
  ...ofRinging,
  ...ofRooms,
  mediaOpened: (turn, { legId, sdp }) => {
    if (legId === turn.call.caller.legId) callerMediaOpened(turn, sdp);
  },
  stageChosen: (turn, { stage }) => {
    const { pressed } = turn.call;
    stageChosen(turn, stage);
    const { legId } = turn.call.caller;
    if (pressed !== undefined && isIn(turn, 'ringing', 'serving')) queueKey(turn, legId, pressed);
  },
  dtmf: (turn, { legId, digit }) => keyBetweenStages(turn, legId, digit),
  info: (turn, { legId, digit }) => keyBetweenStages(turn, legId, digit),
  ...ignoring('begun', 'openedBooked', 'toneTimer', 'tonesAsked', 'serviceOver', 'joinAsked'),
};

const serving: Row<'serving'> = {
  ...live,
  ...ofRinging,
  begun: beginCall,
  openedBooked: (turn) => {
    turn.call.booking = afterOpening(turn.call.booking);
    answerForService(turn);
    serveAnswered(turn);
  },
  mediaOpened: (turn, { legId, sdp }) => {
    if (legId !== turn.call.caller.legId) return;
    turn.call.caller.sdp = sdp;
    offerEarlyAudio(turn);
    answerForService(turn);
  },
  acknowledged: (turn, { legId, sdp }) => {
    const isOurs = legOf(turn.call, legId) !== undefined;
    acknowledged(turn, legId, sdp);
    if (isOurs && isIn(turn, 'serving')) startService(turn);
  },
  dtmf: (turn, { legId, digit }) => keyPressed(turn, legId, digit),
  info: (turn, { legId, digit }) => keyPressed(turn, legId, digit),
  toneTimer: toneOver,
  serviceOver: (turn, how) => {
    if (!serviceOver(turn, how)) untaken(turn);
  },
  seated: (turn, { seat }) => seated(turn, seat),
  roomGoesOn,
  ...ignoring('tonesAsked', 'stageChosen', 'joinAsked'),
};

const answering: Row<'answering'> = {
  ...live,
  ...ofRinging,
  ...ofRooms,
  openedBooked: (turn) => {
    turn.call.booking = afterOpening(turn.call.booking);
    offerEarlyAudio(turn);
    answerCaller(turn);
  },
  mediaOpened: (turn, { legId, sdp }) => {
    if (legId !== turn.call.caller.legId) return;
    turn.call.caller.sdp = sdp;
    offerEarlyAudio(turn);
    answerCaller(turn);
  },
  mediaAgreed: (turn, { legId, codec }) => {
    if (legId === turn.call.caller.legId) callerAgreedEarly(turn);
    else calleeAgreed(turn, legId, codec);
  },
  ...ignoring('begun', 'dtmf', 'info', 'toneTimer', 'tonesAsked', 'stageChosen', 'serviceOver', 'joinAsked'),
};

const talking: Row<'talking'> = {
  ...live,
  ...ofRinging,
  ...ofRooms,
  mediaAgreed: (turn, { legId }) => {
    if (legId !== turn.call.caller.legId) return;
    callerAgreedEarly(turn);
    joinTheTwo(turn);
  },
  info: (turn, { legId, digit }) => sendDigitOn(turn, legId, digit),
  tonesAsked: (turn, { legId, digits }) => sendDigitOn(turn, legId, digits),
  joinAsked: joinForTransfer,
  ...ignoring('begun', 'openedBooked', 'mediaOpened', 'dtmf', 'toneTimer', 'stageChosen', 'serviceOver'),
};

/** Legs are told, and confirm, that the call is over. */
const over: Row<'over'> = {
  ...ofRinging,
  ...ofRooms,
  reoffered: live.reoffered,
  reofferImpossible,
  referred,
  legTaken: live.legTaken,
  answered: live.answered,
  refused: live.refused,
  unreachable: live.unreachable,
  cancelled: live.cancelled,
  ended: live.ended,
  lingerTimer: confirmAll,
  ...ignoring(
    'begun',
    'openedBooked',
    'openedNotBooked',
    'establishedSettled',
    'mediaOpened',
    'mediaAgreed',
    'mediaRefused',
    'mediaFailed',
    'mediaLost',
    'mediaConnected',
    'reofferReady',
    'reofferAnswered',
    'reofferRefused',
    'dtmf',
    'info',
    'toneTimer',
    'holdAsked',
    'hungUp',
    'tonesAsked',
    'placeTaken',
    'legReplaced',
    'stageChosen',
    'serviceOver',
    'steered',
    'joinAsked',
    'waits',
    'stopAsked',
    'earlyAnswered',
    'acknowledged',
  ),
};

/** What a fact does to a call in a state. Nothing is missing: what means nothing is `ignored` by its name. */
export const callStates: { readonly [State in CallState]: Row<State> } = {
  ringing,
  choosing,
  serving,
  answering,
  talking,
  over,
};

/** The name of a fact in the table. */
export const nameOf = (fact: CallFact): FactName => (fact.type === 'timerFired' ? `${fact.timer}Timer` : fact.type);

function answerWritten(turn: Turn): void {
  turn.call.booking = afterAnswer(turn.call.booking);
  if (isIn(turn, 'serving')) answerForService(turn);
  else if (isIn(turn, 'answering')) answerCaller(turn);
  else if (isIn(turn, 'talking')) acknowledgeCallee(turn);
}

function mediaConnected(turn: Turn, { legId }: FactOf<'mediaConnected'>): void {
  const leg = legOf(turn.call, legId);
  if (!leg) return;
  leg.media = afterConnection(leg.media);
  if (isIn(turn, 'serving')) startService(turn);
}

function callerMediaOpened(turn: Turn<Ringing | Choosing>, sdp: string): void {
  turn.call.caller.sdp = sdp;
  offerEarlyAudio(turn);
  tellCallerEarly(turn);
}

type MediaError = FactOf<'mediaRefused'>['code'];

/** For the two who talk or are about to, the call is over. */
function audioFailed(turn: Turn, legId: string, code: MediaError): void {
  const fork = forkOf(turn.call, legId);
  const isPart = fork ? fork.state === 'answered' || fork.state === 'talking' : legOf(turn.call, legId) !== undefined;
  if (isPart) endCall(turn, 'TERMINATED', refusalOfMedia(code));
}

/** A ringing device without media is left out. */
function audioFailedInRinging(turn: Turn<Ringing>, legId: string, code: MediaError): void {
  const fork = forkOf(turn.call, legId);
  if (fork && fork.state !== 'answered' && fork.state !== 'talking') giveUpFork(turn, fork, 'failed');
  else audioFailed(turn, legId, code);
}

function keyWhileRinging(turn: Turn<Ringing>, legId: string, digit: string): void {
  if (!queueKey(turn, legId, digit)) mobileKey(turn, legId, digit);
}

function keyPressed(turn: Turn<Serving>, legId: string, digit: string): void {
  if (queueKey(turn, legId, digit)) return;
  if (digit === '#') hangUpEchoTest(turn);
  if (isIn(turn, 'serving')) serviceKey(turn, legId, digit);
}

function reofferImpossible({ orders }: Turn, { legId }: FactOf<'reofferImpossible'>): void {
  orders.push({ do: 'leg', order: { do: 'refuseReoffer', legId, status: 488 } });
}

function referred({ orders }: Turn, { legId, referId }: FactOf<'referred'>): void {
  orders.push({ do: 'leg', order: { do: 'refuseRefer', legId, referId, status: 501 } });
}
