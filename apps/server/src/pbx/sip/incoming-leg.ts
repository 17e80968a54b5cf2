import { acceptOrder, type Dialog } from '@sidetone/sip/dialogs/dialog.ts';
import { callIdOf } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { LegOrder } from '../calls/legs.ts';
import { readInfo } from './dtmf-info.ts';
import type { Flow } from './flow.ts';
import {
  acceptedTypes,
  allowedMethods,
  capabilities,
  type Leg,
  type LegGround,
  type LegOwner,
  type LegRoute,
} from './leg.ts';
import { openProvisionals } from './provisionals.ts';
import { reasonHeader } from './reason.ts';
import { openSession, type Session } from './session.ts';

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

  const over = () => {
    state = 'over';
    provisionals.stop();
    ground.leaveDialog(dialog);
    ground.forget(leg);
  };
  const refuse = (order: Extract<LegOrder, { do: 'refuse' }>) => {
    transaction.reply(order.status, { phrase: order.phrase, headers: reasonHeader(order.reason) });
    over();
  };
  const giveUp = () => {
    transaction.reply(487);
    ground.emit({ type: 'cancelled', legId });
    over();
  };
  const answer = (sdp: string) => {
    state = 'answering';
    // RFC 3262 §3: a 2xx waits for the PRACK of what was said before.
    provisionals.whenClear(() => {
      state = 'answered';
      provisionals.stop();
      const first = transaction.request;
      session = openSession({ ground, leg, dialog, route, ownsCallId: false, localSdp: sdp, first });
      session.answer(transaction, sdp);
    });
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
        if (!provisionals.acknowledge(request)) return inside.reply(481);
        inside.reply(200);
        return provisionals.goOn();
      case 'UPDATE':
        // RFC 3311 §5.2: the first offer has no answer yet, so there is none for a second one.
        if (request.body !== '') return inside.reply(500, { headers: [['Retry-After', '2']] });
        return inside.reply(200, { headers: capabilities(inside.hop) });
      case 'INFO': {
        const content = readInfo(request);
        if (content.kind === 'unknownType') return inside.reply(415, { headers: [['Accept', acceptedTypes]] });
        inside.reply(200);
        if (content.kind === 'digit') {
          ground.emit({ type: 'info', legId, digit: content.digit, durationMs: content.durationMs });
        }
        return;
      }
      case 'OPTIONS':
        return inside.reply(200, { headers: capabilities(inside.hop) });
      case 'INVITE':
        // RFC 3261 §14.2.
        return inside.reply(500, { headers: [['Retry-After', '5']] });
      default:
        return inside.reply(405, { headers: [['Allow', allowedMethods]] });
    }
  };

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
      else if (state !== 'ringing') return;
      else if (order.do === 'answer') answer(order.sdp);
      else if (order.do === 'provisional') {
        if (order.status === 100) transaction.reply(100);
        else provisionals.send({ status: order.status, phrase: order.phrase, sdp: order.sdp });
      }
    },
    receive(inside) {
      if (session) session.receive(inside);
      else receiveEarly(inside);
    },
    acknowledge: (ack) => session?.acknowledge(ack),
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
