import { acceptOrder, ackInside, type Dialog, refreshTarget, requestInside } from '@sidetone/sip/dialogs/dialog.ts';
import { cseqOf, type SipResponse } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { AnswerRepeater } from './answer-repeater.ts';
import type { Flow } from './flow.ts';
import { capabilities, type LegGround, type LegRoute, sdpBody } from './leg.ts';

/** Changes of a running session: re-INVITE (RFC 3261 §14) and UPDATE (RFC 3311), both ways. */
export interface Renegotiation {
  /** Sends a re-INVITE, later if something else is under way. */
  offer(sdp: string): void;
  /** A re-INVITE or UPDATE came. */
  receive(transaction: ServerTransaction<Flow>): void;
  answer(sdp: string): void;
  refuse(status: number): void;
  cancelled(transaction: ServerTransaction<Flow>): void;
  /** An ACK ended a repetition, so that something that waited may go. */
  settled(): void;
  stop(): void;
}

const mostAttempts = 6;

export function openRenegotiation(given: {
  readonly ground: LegGround;
  readonly legId: string;
  readonly dialog: Dialog;
  readonly route: LegRoute;
  readonly repeater: AnswerRepeater;
  /** Whether the Call-ID is of our making; decides who waits longer after a collision (RFC 3261 §14.1). */
  readonly ownsCallId: boolean;
  /** The far side knows no such dialog any more, or is silent (RFC 3261 §12.2.1.2). */
  onDialogGone(): void;
}): Renegotiation {
  const { ground, legId, dialog, route, repeater, ownsCallId, onDialogGone } = given;
  let wanted: string | undefined;
  let sent = false;
  let attempts = 0;
  let theirs: ServerTransaction<Flow> | undefined;
  let stopped = false;
  let cancelRetry = () => {};

  const tryOffer = () => {
    // One offer at a time, and none before the session itself is acknowledged.
    if (stopped || wanted === undefined || sent || theirs || repeater.waiting) return;
    const flow = route.current();
    // The connection may come back: whoever registers again brings the leg along.
    if (!flow) return retryIn(1000);
    const sdp = wanted;
    sent = true;
    attempts += 1;
    const request = requestInside(dialog, 'INVITE', { headers: capabilities(flow), body: sdpBody(sdp) });
    let ack: string | undefined;
    let done = false;
    const finish = () => {
      done = true;
      sent = false;
      if (wanted === sdp) wanted = undefined;
      attempts = 0;
    };
    const onResponse = (response: SipResponse) => {
      if (response.status < 200) return;
      if (response.status < 300) {
        const hop = route.current() ?? flow;
        if (ack !== undefined) return void hop.send(ack);
        refreshTarget(dialog, response);
        ack = ground.layer.sendAck(ackInside(dialog, cseqOf(response).number), hop);
        finish();
        if (stopped) return;
        if (response.body === '') ground.emit({ type: 'reofferRefused', legId, status: 488 });
        else ground.emit({ type: 'reofferAnswered', legId, sdp: response.body });
        return tryOffer();
      }
      if (done || stopped) return;
      if (response.status === 491 && attempts < mostAttempts) {
        sent = false;
        const steps = ownsCallId ? 210 + Math.floor(ground.random() * 191) : Math.floor(ground.random() * 201);
        return retryIn(steps * 10);
      }
      finish();
      if (response.status === 481 || response.status === 408) return onDialogGone();
      ground.emit({ type: 'reofferRefused', legId, status: response.status });
      tryOffer();
    };
    const onFailure = (cause: 'timeout' | 'unreachable') => {
      if (stopped) return;
      if (cause === 'timeout') {
        finish();
        return onDialogGone();
      }
      // The connection broke under the request; the offer is still wanted on the next one.
      sent = false;
      if (attempts < mostAttempts) return retryIn(1000);
      finish();
      ground.emit({ type: 'reofferRefused', legId, status: 503 });
    };
    ground.layer.request(request, flow, { onResponse, onFailure });
  };
  const retryIn = (ms: number) => {
    cancelRetry();
    cancelRetry = ground.clock.after(ms, tryOffer);
  };

  return {
    offer(sdp) {
      wanted = sdp;
      tryOffer();
    },
    receive(transaction) {
      const { request } = transaction;
      const later = { headers: [['Retry-After', String(Math.floor(ground.random() * 10))] as const] };
      if (!acceptOrder(dialog, request)) return transaction.reply(500, { phrase: 'CSeq Out Of Order' });
      const offers = request.method === 'INVITE' || request.body !== '';
      // RFC 3261 §14.2, RFC 3311 §5.2.
      if (offers && theirs) return transaction.reply(500, later);
      if (offers && sent) return transaction.reply(491);
      refreshTarget(dialog, request);
      if (!offers) return transaction.reply(200, { headers: capabilities(transaction.hop) });
      theirs = transaction;
      ground.emit({ type: 'reoffered', legId, ...(request.body === '' ? {} : { sdp: request.body }) });
    },
    answer(sdp) {
      const transaction = theirs;
      theirs = undefined;
      if (transaction?.request.method === 'INVITE') repeater.answer(transaction, sdp);
      else transaction?.reply(200, { headers: capabilities(transaction.hop), body: sdpBody(sdp) });
      tryOffer();
    },
    refuse(status) {
      theirs?.reply(status);
      theirs = undefined;
      tryOffer();
    },
    cancelled(transaction) {
      if (theirs !== transaction) return;
      theirs = undefined;
      transaction.reply(487);
      tryOffer();
    },
    settled: tryOffer,
    stop() {
      stopped = true;
      cancelRetry();
      theirs?.reply(487);
      theirs = undefined;
    },
  };
}
