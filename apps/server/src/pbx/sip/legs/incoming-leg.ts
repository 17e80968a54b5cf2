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
import { openEarlyOffers } from './early-offers.ts';
import { openProvisionals } from './provisionals.ts';

/** A leg that began with an INVITE from outside: ringing here until an order answers or refuses it. */
export function openIncomingLeg(given: {
  readonly ground: LegGround;
  readonly legId: string;
  readonly owner: LegOwner;
  readonly transaction: ServerTransaction<Flow>;
  readonly dialog: Dialog;
  readonly route: LegRoute;
}): Leg {
  const { ground, legId, owner, transaction, dialog, route } = given;
  let state: 'ringing' | 'answering' | 'answered' | 'over' = 'ringing';
  let session: Session | undefined;
  /** This side's audio as the far side knows it. */
  let localSdp: string | undefined;
  /** Whether an offer was answered reliably, so that there may be another one before the call is answered. */
  let settled = false;
  /** What must wait for the answer. */
  const afterwards: LegOrder[] = [];

  const over = () => {
    state = 'over';
    provisionals.stop();
    offers.stop();
    ground.leaveDialog(dialog);
    ground.forget(leg);
  };
  const refuse = (order: Extract<LegOrder, { do: 'refuse' }>) => {
    transaction.reply(order.status, { phrase: order.phrase, headers: refusalHeaders(order) });
    over();
  };
  const giveUp = () => {
    transaction.reply(487);
    ground.emit({ type: 'cancelled', legId });
    over();
  };
  const answer = (sdp: string) => {
    state = 'answering';
    offers.stop();
    // RFC 3262 §3: a 2xx waits for the PRACK of what was said before.
    provisionals.whenClear(() => {
      state = 'answered';
      provisionals.stop();
      const first = transaction.request;
      // The caller may still be without the offer that it should have answered before.
      const body = sdp === '' && !settled ? (provisionals.unsentOffer ?? '') : sdp;
      const settledSdp = body === '' ? localSdp : body;
      session = openSession({ ground, leg, dialog, route, ownsCallId: false, localSdp: settledSdp, first });
      session.answer(transaction, body);
      for (const order of afterwards) session.order(order);
    });
  };
  /** RFC 3262 §5: an answer to our offer, or a new offer after our answer. */
  const receivePrack = (inside: ServerTransaction<Flow>) => {
    const { body } = inside.request;
    const said = provisionals.waitsFor(inside.request);
    if (!said) return inside.reply(481);
    if (said.offer && body === '') return inside.reply(400, { phrase: 'Answer Missing' });
    provisionals.acknowledge();
    if (said.offer || said.answer) settled = true;
    if (body === '' || said.offer) inside.reply(200);
    else if (settled) offers.receive(inside);
    else inside.reply(488);
    if (said.offer) ground.emit({ type: 'earlyAnswered', legId, sdp: body });
    provisionals.goOn();
  };
  /** Requests inside the early dialog. */
  const receiveEarly = (inside: ServerTransaction<Flow>) => {
    const { request } = inside;
    route.heardOver(inside.hop);
    if (!acceptOrder(dialog, request)) return inside.reply(500, { phrase: 'CSeq Out Of Order' });
    switch (request.method) {
      case 'BYE':
        inside.reply(200);
        return giveUp();
      case 'PRACK':
        return receivePrack(inside);
      case 'UPDATE':
        refreshTarget(dialog, request);
        if (request.body === '') return inside.reply(200, { headers: capabilities(inside.hop) });
        // RFC 3311 §5.2: the first offer has no answer yet, so there is none for a second one.
        if (!settled) return inside.reply(500, { headers: [['Retry-After', '2']] });
        return offers.receive(inside);
      case 'INFO': {
        const key = takeInfo(inside);
        if (key) ground.emit({ type: 'info', legId, digit: key.digit, durationMs: key.durationMs });
        return;
      }
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
  };

  const offers = openEarlyOffers(ground, legId, (sdp) => {
    localSdp = sdp;
  });
  const leg: Leg = {
    legId,
    callId: callIdOf(transaction.request),
    owner,
    begunBy: 'them',
    get isEarly() {
      return session === undefined;
    },
    order(order) {
      if (session) return session.order(order);
      if (state === 'over') return;
      if (order.do === 'refuse') refuse(order);
      else if (order.do === 'bye' || order.do === 'cancel')
        refuse({ do: 'refuse', legId, status: 480, ...reasonIn(order) });
      else if (order.do === 'identify' || order.do === 'reinvite') afterwards.push(order);
      else if (offers.order(order) || state !== 'ringing') return;
      else if (order.do === 'answer') answer(order.sdp);
      else if (order.do === 'provisional') {
        if (order.status === 100) return transaction.reply(100);
        localSdp = order.sdp ?? localSdp;
        provisionals.send({ status: order.status, phrase: order.phrase, sdp: order.sdp });
      }
    },
    receive(inside) {
      if (session) session.receive(inside);
      else receiveEarly(inside);
    },
    acknowledge(ack) {
      session?.acknowledge(ack);
    },
    cancelled(cancelled) {
      if (session) session.cancelled(cancelled);
      else if (state !== 'over' && cancelled === transaction) giveUp();
    },
    flowLost(flow) {
      if (session) return session.flowLost(flow);
      // Nobody is left to hear an answer: the page forgot its INVITE with the connection.
      if (state !== 'over' && flow === transaction.hop) giveUp();
    },
    stop() {
      state = 'over';
      provisionals.stop();
      offers.stop();
      session?.stop();
    },
  };
  const provisionals = openProvisionals(transaction, ground.clock, Math.floor(ground.random() * 65_536), () => {
    // RFC 3262 §3: the caller does not hear us.
    transaction.reply(504, { phrase: 'PRACK Missing' });
    ground.emit({ type: 'cancelled', legId });
    over();
  });
  ground.joinDialog(dialog, leg);
  return leg;
}

const reasonIn = (order: Extract<LegOrder, { do: 'bye' | 'cancel' }>) => (order.reason ? { reason: order.reason } : {});
