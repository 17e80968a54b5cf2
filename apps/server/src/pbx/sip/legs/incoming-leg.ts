import { acceptOrder, type Dialog, refreshTarget } from '@sidetone/sip/dialogs/dialog.ts';
import { callIdOf } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { LegOrder } from '../../calls/legs.ts';
import { takeInfo } from '../dialogs/dtmf-info.ts';
import {
  allowedMethods,
  capabilities,
  type Leg,
  type LegGround,
  type LegOwner,
  type LegRoute,
} from '../dialogs/leg.ts';
import { refusalHeaders } from '../dialogs/reason.ts';
import { openSession, type Session } from '../dialogs/session.ts';
import type { Flow } from '../wires/flow.ts';
import { type EarlyOffers, openEarlyOffers } from './early-offers.ts';
import { openProvisionals, type Provisionals } from './provisionals.ts';

interface Beginning {
  readonly ground: LegGround;
  readonly legId: string;
  readonly owner: LegOwner;
  readonly transaction: ServerTransaction<Flow>;
  readonly dialog: Dialog;
  readonly route: LegRoute;
}

/** The call as far as it is not answered. */
interface Incoming extends Beginning {
  readonly leg: Leg;
  readonly provisionals: Provisionals;
  readonly offers: EarlyOffers;
  /** `answering`: the answer waits for the PRACK of what was said before. */
  state: 'ringing' | 'answering' | 'answered' | 'over';
  /** From the answer on. */
  session: Session | undefined;
  /** This side's audio as the far side knows it. */
  localSdp: string | undefined;
  /** Whether an offer was answered reliably, so that there may be another one before the call is answered. */
  settled: boolean;
  /** What must wait for the answer. */
  readonly afterwards: LegOrder[];
}

/** A leg that began with an INVITE from outside: ringing here until an order answers or refuses it. */
export function openIncomingLeg(beginning: Beginning): Leg {
  const { ground, legId, transaction, dialog } = beginning;
  const incoming: Incoming = {
    ...beginning,
    leg: legOf(beginning, () => incoming),
    provisionals: openProvisionals(transaction, ground.clock, Math.floor(ground.random() * 65_536), () =>
      callerIsDeaf(incoming),
    ),
    offers: openEarlyOffers(ground, legId, (sdp) => {
      incoming.localSdp = sdp;
    }),
    state: 'ringing',
    session: undefined,
    localSdp: undefined,
    settled: false,
    afterwards: [],
  };
  ground.joinDialog(dialog, incoming.leg);
  return incoming.leg;
}

const legOf = ({ legId, owner, transaction }: Beginning, now: () => Incoming): Leg => ({
  legId,
  sipCallId: callIdOf(transaction.request),
  owner,
  begunBy: 'them',
  get isEarly() {
    return now().session === undefined;
  },
  order(order) {
    const { session } = now();
    if (session) session.order(order);
    else obey(now(), order);
  },
  receive(inside) {
    const { session } = now();
    if (session) session.receive(inside);
    else receiveEarly(now(), inside);
  },
  acknowledge: (ack) => now().session?.acknowledge(ack),
  cancelled(cancelled) {
    const { session, state } = now();
    if (session) session.cancelled(cancelled);
    else if (state !== 'over' && cancelled === transaction) giveUp(now());
  },
  flowLost(flow) {
    const { session, state } = now();
    if (session) session.flowLost(flow);
    // Nobody is left to hear an answer: the page forgot its INVITE with the connection.
    else if (state !== 'over' && flow === transaction.hop) giveUp(now());
  },
  stop() {
    const { provisionals, offers, session } = now();
    now().state = 'over';
    provisionals.stop();
    offers.stop();
    session?.stop();
  },
});

// What it is told to do.

function obey(incoming: Incoming, order: LegOrder) {
  const { state, offers, afterwards } = incoming;
  if (state === 'over') return;
  switch (order.do) {
    case 'refuse':
      return refuse(incoming, order);
    case 'bye':
    case 'cancel':
      return refuse(incoming, { status: 480, ...(order.reason && { reason: order.reason }) });
    case 'identify':
    case 'reinvite':
      afterwards.push(order);
      return;
    default:
      if (offers.order(order) || state !== 'ringing') return;
      if (order.do === 'answer') answer(incoming, order.sdp);
      else if (order.do === 'provisional') sayProvisionally(incoming, order);
  }
}

function sayProvisionally(incoming: Incoming, order: Extract<LegOrder, { do: 'provisional' }>) {
  if (order.status === 100) return incoming.transaction.reply(100);
  incoming.localSdp = order.sdp ?? incoming.localSdp;
  incoming.provisionals.send({ status: order.status, phrase: order.phrase, sdp: order.sdp });
}

function answer(incoming: Incoming, sdp: string) {
  incoming.state = 'answering';
  incoming.offers.stop();
  // RFC 3262 §3: a 2xx waits for the PRACK of what was said before.
  incoming.provisionals.whenClear(() => beginSession(incoming, sdp));
}

function beginSession(incoming: Incoming, sdp: string) {
  const { ground, leg, dialog, route, transaction, provisionals } = incoming;
  incoming.state = 'answered';
  provisionals.stop();
  // The caller may still be without the offer that it should have answered before.
  const body = sdp === '' && !incoming.settled ? (provisionals.unsentOffer ?? '') : sdp;
  const session = openSession({
    ground,
    leg,
    dialog,
    route,
    ownsCallId: false,
    localSdp: body === '' ? incoming.localSdp : body,
    first: transaction.request,
  });
  incoming.session = session;
  session.answer(transaction, body);
  for (const order of incoming.afterwards) session.order(order);
}

function refuse(incoming: Incoming, order: Omit<Extract<LegOrder, { do: 'refuse' }>, 'do' | 'legId'>) {
  incoming.transaction.reply(order.status, { phrase: order.phrase, headers: refusalHeaders(order) });
  end(incoming);
}

// What the caller says.

function receiveEarly(incoming: Incoming, inside: ServerTransaction<Flow>) {
  const { route, dialog } = incoming;
  const { request } = inside;
  route.heardOver(inside.hop);
  if (!acceptOrder(dialog, request)) return inside.reply(500, { phrase: 'CSeq Out Of Order' });
  switch (request.method) {
    case 'BYE':
      inside.reply(200);
      return giveUp(incoming);
    case 'PRACK':
      return receivePrack(incoming, inside);
    case 'UPDATE':
      return receiveUpdate(incoming, inside);
    case 'INFO':
      return receiveInfo(incoming, inside);
    case 'OPTIONS':
      return inside.reply(200, { headers: capabilities(inside.hop) });
    case 'INVITE':
      // RFC 3261 §14.2.
      return inside.reply(500, { headers: [['Retry-After', '5']] });
    case 'REFER':
      // There is no call yet that could be handed on.
      return inside.reply(403);
    case 'NOTIFY':
      return inside.reply(481);
    default:
      return inside.reply(405, { headers: [['Allow', allowedMethods]] });
  }
}

/** RFC 3262 §5: an answer to our offer, or a new offer after our answer. */
function receivePrack(incoming: Incoming, inside: ServerTransaction<Flow>) {
  const { ground, legId, provisionals, offers } = incoming;
  const { body } = inside.request;
  const said = provisionals.waitsFor(inside.request);
  if (!said) return inside.reply(481);
  if (said.offer && body === '') return inside.reply(400, { phrase: 'Answer Missing' });
  provisionals.acknowledge();
  if (said.offer || said.answer) incoming.settled = true;
  if (body === '' || said.offer) inside.reply(200);
  else if (incoming.settled) offers.receive(inside);
  else inside.reply(488);
  if (said.offer) ground.emit({ type: 'earlyAnswered', legId, sdp: body });
  provisionals.goOn();
}

function receiveUpdate({ dialog, settled, offers }: Incoming, inside: ServerTransaction<Flow>) {
  refreshTarget(dialog, inside.request);
  if (inside.request.body === '') return inside.reply(200, { headers: capabilities(inside.hop) });
  // RFC 3311 §5.2: the first offer has no answer yet, so there is none for a second one.
  if (!settled) return inside.reply(500, { headers: [['Retry-After', '2']] });
  return offers.receive(inside);
}

function receiveInfo({ ground, legId }: Incoming, inside: ServerTransaction<Flow>) {
  const key = takeInfo(inside);
  if (key) ground.emit({ type: 'info', legId, digit: key.digit, durationMs: key.durationMs });
}

// Its end before the answer.

/** RFC 3262 §3: the caller does not hear us. */
function callerIsDeaf(incoming: Incoming) {
  incoming.transaction.reply(504, { phrase: 'PRACK Missing' });
  incoming.ground.emit({ type: 'cancelled', legId: incoming.legId });
  end(incoming);
}

function giveUp(incoming: Incoming) {
  incoming.transaction.reply(487);
  incoming.ground.emit({ type: 'cancelled', legId: incoming.legId });
  end(incoming);
}

function end(incoming: Incoming) {
  const { ground, leg, dialog, provisionals, offers } = incoming;
  incoming.state = 'over';
  provisionals.stop();
  offers.stop();
  ground.leaveDialog(dialog);
  ground.forget(leg);
}
