import { acceptOrder, type Dialog, refreshTarget, requestInside } from '@sidetone/sip/dialogs/dialog.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { LegOrder, SipReason } from '../calls/legs.ts';
import { openAnswerRepeater } from './answer-repeater.ts';
import { readInfo } from './dtmf-info.ts';
import type { Flow } from './flow.ts';
import { acceptedTypes, allowedMethods, capabilities, type Leg, type LegGround, type LegRoute } from './leg.ts';
import { reasonHeader, reasonOf } from './reason.ts';
import { openRenegotiation } from './renegotiation.ts';

/** A leg that lost its connection waits this long for the device to register again. */
const reservedMs = 30_000;

/** How often a phone is asked whether it still knows the call; a page is watched by its connection. */
const probeEveryMs = 120_000;

/** A leg after its 200: the session inside one dialog, whoever began it. */
export interface Session {
  order(order: LegOrder): void;
  receive(transaction: ServerTransaction<Flow>): void;
  acknowledge(ack: SipRequest): void;
  cancelled(transaction: ServerTransaction<Flow>): void;
  flowLost(flow: Flow): void;
  /** Sends and repeats the 200 of the INVITE that began it. */
  answer(transaction: ServerTransaction<Flow>, sdp: string): void;
  stop(): void;
}

export function openSession(given: {
  readonly ground: LegGround;
  readonly leg: Leg;
  readonly dialog: Dialog;
  readonly route: LegRoute;
  readonly ownsCallId: boolean;
}): Session {
  const { ground, leg, dialog, route, ownsCallId } = given;
  const { legId } = leg;
  let state: 'talking' | 'leaving' | 'over' = 'talking';
  /** A BYE that waits for the ACK of our answer. */
  let pendingBye: { readonly reason: SipReason | undefined } | undefined;
  let confirmed = ownsCallId;
  let cancelReservation: (() => void) | undefined;
  let cancelProbe = () => {};

  const repeater = openAnswerRepeater(ground.clock, () => {
    ground.log.info({ legId, sipCallId: leg.callId }, 'answer was never acknowledged');
    if (pendingBye) return sendBye(pendingBye.reason);
    if (state !== 'talking') return;
    ground.emit({ type: 'ended', legId, reason: { cause: 408, text: 'ACK missing' } });
    sendBye(undefined);
  });
  const renegotiation = openRenegotiation({
    ground,
    legId,
    dialog,
    route,
    repeater,
    ownsCallId,
    onDialogGone: () => dialogGone(),
  });
  const dialogGone = () => {
    if (state !== 'talking') return;
    ground.emit({ type: 'ended', legId });
    // RFC 3261 §12.2.1.2: we should still say BYE, in case the far side only lost the one request.
    sendBye(undefined);
  };
  /** A phone that lost power says no BYE; without asking, its call would stay open for ever. */
  const probeLater = () => {
    cancelProbe = ground.clock.after(probeEveryMs, () => {
      const flow = route.current();
      if (!flow || flow.transport === 'ws' || flow.transport === 'wss') return probeLater();
      ground.layer.request(requestInside(dialog, 'OPTIONS'), flow, {
        // Any other answer, even a refusal, comes from a phone that lives.
        onResponse: ({ status }) => void ((status === 481 || status === 408) && dialogGone()),
        onFailure: dialogGone,
      });
      probeLater();
    });
  };

  const close = () => {
    if (state === 'over') return;
    state = 'over';
    quieten();
    ground.leaveDialog(dialog);
    ground.forget(leg);
  };
  const quieten = () => {
    repeater.stop();
    renegotiation.stop();
    cancelProbe();
    cancelReservation?.();
  };
  const sendBye = (reason: SipReason | undefined) => {
    if (state !== 'talking') return;
    state = 'leaving';
    quieten();
    const flow = route.current();
    if (!flow) return close();
    const bye = requestInside(dialog, 'BYE', { headers: reasonHeader(reason) });
    // Until the BYE is through, the dialog still answers: the two BYEs may cross.
    ground.layer.request(bye, flow, { onResponse: ({ status }) => void (status >= 200 && close()), onFailure: close });
  };

  const receiveBye = (transaction: ServerTransaction<Flow>) => {
    transaction.reply(200);
    if (state === 'talking') ground.emit({ type: 'ended', legId, ...reasonOf(transaction.request.headers) });
    close();
  };
  const receiveInfo = (transaction: ServerTransaction<Flow>) => {
    if (!acceptOrder(dialog, transaction.request)) return transaction.reply(500, { phrase: 'CSeq Out Of Order' });
    const content = readInfo(transaction.request);
    if (content.kind === 'unknownType') return transaction.reply(415, { headers: [['Accept', acceptedTypes]] });
    if (content.kind === 'malformed') return transaction.reply(400, { phrase: 'Bad DTMF' });
    transaction.reply(200);
    if (content.kind === 'digit') {
      ground.emit({ type: 'info', legId, digit: content.digit, durationMs: content.durationMs });
    }
  };
  const cameBack = (flow: Flow) => {
    route.heardOver(flow);
    cancelReservation?.();
    cancelReservation = undefined;
  };

  probeLater();
  return {
    order(order) {
      if (state !== 'talking') return;
      if (order.do === 'bye' || order.do === 'cancel') {
        // RFC 3261 §15: the callee may not send BYE before it has the ACK.
        if (!confirmed) pendingBye = { reason: order.reason };
        else sendBye(order.reason);
      } else if (order.do === 'refuse') sendBye(order.reason);
      else if (order.do === 'reinvite') renegotiation.offer(order.sdp);
      else if (order.do === 'answerReoffer') renegotiation.answer(order.sdp);
      else if (order.do === 'refuseReoffer') renegotiation.refuse(order.status);
    },
    receive(transaction) {
      const { request } = transaction;
      cameBack(transaction.hop);
      if (request.method === 'BYE') return receiveBye(transaction);
      if (state !== 'talking') return transaction.reply(481);
      switch (request.method) {
        case 'INVITE':
        case 'UPDATE':
          return renegotiation.receive(transaction);
        case 'INFO':
          return receiveInfo(transaction);
        case 'OPTIONS':
          acceptOrder(dialog, request);
          return transaction.reply(200, { headers: capabilities(transaction.hop) });
        case 'PRACK':
          return transaction.reply(481);
        default:
          return transaction.reply(405, { headers: [['Allow', allowedMethods]] });
      }
    },
    acknowledge(ack) {
      if (!repeater.acknowledge(ack) || state !== 'talking') return;
      confirmed = true;
      if (pendingBye) return sendBye(pendingBye.reason);
      refreshTarget(dialog, ack);
      ground.emit({ type: 'acknowledged', legId, ...(ack.body === '' ? {} : { sdp: ack.body }) });
      renegotiation.settled();
    },
    cancelled: (transaction) => renegotiation.cancelled(transaction),
    flowLost() {
      if (state !== 'talking' || cancelReservation || route.current()) return;
      ground.log.info({ legId, sipCallId: leg.callId }, 'leg lost its connection');
      cancelReservation = ground.clock.after(reservedMs, () => {
        cancelReservation = undefined;
        if (route.current()) return;
        ground.emit({ type: 'ended', legId });
        close();
      });
    },
    answer: (transaction, sdp) => repeater.answer(transaction, sdp),
    stop() {
      quieten();
      state = 'over';
    },
  };
}
