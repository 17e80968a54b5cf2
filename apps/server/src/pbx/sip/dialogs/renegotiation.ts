import { acceptOrder, ackInside, type Dialog, refreshTarget, requestInside } from '@sidetone/sip/dialogs/dialog.ts';
import { parseDeltaSeconds } from '@sidetone/sip/grammar/session-expires.ts';
import { cseqOf, type SipResponse } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { Flow } from '../wires/flow.ts';
import type { AnswerRepeater } from './answer-repeater.ts';
import { capabilities, type LegGround, type LegRoute, sdpBody } from './leg.ts';
import type { Peer } from './peer.ts';
import { refusesSessionTime, type SessionTimer } from './session-timer.ts';

/** Changes of a running session: re-INVITE (RFC 3261 §14) and UPDATE (RFC 3311), both ways. */
export interface Renegotiation {
  /** Sends a re-INVITE, later if something else is under way. */
  offer(sdp: string): void;
  /** Tells the far side that the session goes on as it is (RFC 4028 §7.4). */
  refresh(): void;
  /** Sends these header fields in an UPDATE, to a far side that takes one. */
  tell(fields: readonly (readonly [string, string])[]): void;
  /** A re-INVITE or UPDATE came. */
  receive(transaction: ServerTransaction<Flow>): void;
  answer(sdp: string): void;
  refuse(status: number): void;
  cancelled(transaction: ServerTransaction<Flow>): void;
  /** An ACK ended a repetition, so that something that waited may go. */
  settled(): void;
  stop(): void;
}

/** The last description of this side's audio that the far side agreed to. */
export interface LocalDescription {
  sdp: string | undefined;
}

interface Attempt {
  readonly method: 'INVITE' | 'UPDATE';
  /** What the call core asked for, and hears of. */
  readonly offer?: string;
  readonly body?: string;
  readonly fields: readonly (readonly [string, string])[];
}

const mostAttempts = 6;
/** An UPDATE without an answer would end its dialog at the far side (RFC 3261 §12.2.1.2). */
const answerUpdateWithinMs = 10_000;

export function openRenegotiation(given: {
  readonly ground: LegGround;
  readonly legId: string;
  readonly dialog: Dialog;
  readonly route: LegRoute;
  readonly repeater: AnswerRepeater;
  readonly timer: SessionTimer;
  readonly peer: Peer;
  readonly local: LocalDescription;
  /** Whether the Call-ID is of our making; decides who waits longer after a collision (RFC 3261 §14.1). */
  readonly ownsCallId: boolean;
  /** The far side knows no such dialog any more, or is silent (RFC 3261 §12.2.1.2). */
  onDialogGone(): void;
  /** Something that must outlive a restart changed. */
  onChange(): void;
}): Renegotiation {
  const { ground, legId, dialog, route, repeater, timer, peer, local, ownsCallId, onDialogGone, onChange } = given;
  let wanted: string | undefined;
  let told: readonly (readonly [string, string])[] | undefined;
  let due = false;
  let sent: Attempt | undefined;
  let attempts = 0;
  let theirs: ServerTransaction<Flow> | undefined;
  let stopped = false;
  let cancelRetry = () => {};
  let cancelGuard = () => {};

  const nextAttempt = (): Attempt | undefined => {
    if (wanted !== undefined) return { method: 'INVITE', offer: wanted, body: wanted, fields: told ?? [] };
    if (told && !peer.allows('UPDATE')) told = undefined;
    if (told || (due && peer.allows('UPDATE'))) return { method: 'UPDATE', fields: told ?? [] };
    // RFC 4028 §7.4: a re-INVITE with the same description changes nothing either.
    return due && local.sdp !== undefined ? { method: 'INVITE', body: local.sdp, fields: [] } : undefined;
  };
  const isDone = (attempt: Attempt) => {
    sent = undefined;
    attempts = 0;
    due = false;
    if (wanted === attempt.offer) wanted = undefined;
    if (told === attempt.fields) told = undefined;
  };
  const accepted = (attempt: Attempt, response: SipResponse) => {
    refreshTarget(dialog, response);
    peer.learn(response);
    timer.agreed(response);
    isDone(attempt);
    if (attempt.offer === undefined) return;
    if (response.body === '') return ground.emit({ type: 'reofferRefused', legId, status: 488 });
    local.sdp = attempt.offer;
    ground.emit({ type: 'reofferAnswered', legId, sdp: response.body });
  };
  const refused = (attempt: Attempt, response: SipResponse) => {
    const { status, headers } = response;
    const later = status === 500 || status === 503 ? parseDeltaSeconds(headers.get('Retry-After')) : undefined;
    if (status === 491 && attempts < mostAttempts) {
      sent = undefined;
      const steps = ownsCallId ? 210 + Math.floor(ground.random() * 191) : Math.floor(ground.random() * 201);
      return retryIn(steps * 10);
    }
    // RFC 3261 §14.2: what overlaps is asked to come again within ten seconds.
    if (later !== undefined && later <= 10 && attempts < mostAttempts) {
      sent = undefined;
      return retryIn(later * 1000);
    }
    if (status === 422 && attempts < mostAttempts && timer.raised(response)) {
      sent = undefined;
      return tryNext();
    }
    if (status === 481 || status === 408) {
      isDone(attempt);
      return onDialogGone();
    }
    if (attempt.method === 'UPDATE' && due) {
      // The re-INVITE that takes its place tells the same.
      sent = undefined;
      told = undefined;
      peer.unlearn('UPDATE');
      return tryNext();
    }
    isDone(attempt);
    // Whoever refuses lives.
    timer.restart();
    if (attempt.offer !== undefined) ground.emit({ type: 'reofferRefused', legId, status });
    tryNext();
  };

  const tryNext = () => {
    // One offer at a time, and none before the session itself is acknowledged.
    if (stopped || sent || theirs || repeater.waiting) return;
    const attempt = nextAttempt();
    if (!attempt) return;
    const flow = route.current();
    // The connection may come back: whoever registers again brings the leg along.
    if (!flow) return retryIn(1000);
    sent = attempt;
    attempts += 1;
    const request = requestInside(dialog, attempt.method, {
      headers: [...capabilities(flow), ...timer.fieldsOfRequest(), ...attempt.fields],
      ...(attempt.body === undefined ? {} : { body: sdpBody(attempt.body) }),
    });
    onChange();
    let ack: string | undefined;
    let over = false;
    const onResponse = (response: SipResponse) => {
      if (response.status < 200) return;
      if (response.status < 300 && attempt.method === 'INVITE') {
        const hop = route.current() ?? flow;
        if (ack !== undefined) return void hop.send(ack);
        ack = ground.layer.sendAck(ackInside(dialog, cseqOf(response).number), hop);
      }
      if (over || stopped) return;
      over = true;
      if (response.status < 300) {
        accepted(attempt, response);
        tryNext();
      } else refused(attempt, response);
      onChange();
    };
    const onFailure = (cause: 'timeout' | 'unreachable') => {
      if (stopped || over) return;
      over = true;
      if (cause === 'timeout') {
        isDone(attempt);
        return onDialogGone();
      }
      // The connection broke under the request; what was wanted is still wanted on the next one.
      sent = undefined;
      if (attempts < mostAttempts) return retryIn(1000);
      isDone(attempt);
      if (attempt.offer !== undefined) ground.emit({ type: 'reofferRefused', legId, status: 503 });
    };
    ground.layer.request(request, flow, { onResponse, onFailure });
  };
  const retryIn = (ms: number) => {
    cancelRetry();
    cancelRetry = ground.clock.after(ms, tryNext);
  };
  const takeTheirs = () => {
    const transaction = theirs;
    theirs = undefined;
    cancelGuard();
    return transaction;
  };

  return {
    offer(sdp) {
      wanted = sdp;
      tryNext();
    },
    refresh() {
      due = true;
      tryNext();
    },
    tell(fields) {
      told = fields;
      tryNext();
    },
    receive(transaction) {
      const { request } = transaction;
      const later = { headers: [['Retry-After', String(Math.floor(ground.random() * 10))] as const] };
      if (!acceptOrder(dialog, request)) return transaction.reply(500, { phrase: 'CSeq Out Of Order' });
      if (refusesSessionTime(transaction)) return;
      const offers = request.method === 'INVITE' || request.body !== '';
      // RFC 3261 §14.2, RFC 3311 §5.2.
      if (offers && theirs) return transaction.reply(500, later);
      if (offers && sent?.method === 'INVITE') return transaction.reply(491);
      refreshTarget(dialog, request);
      peer.learn(request);
      if (!offers) {
        const fields = [...capabilities(transaction.hop), ...timer.fieldsOfAnswer(request)];
        return transaction.reply(200, { headers: fields });
      }
      theirs = transaction;
      if (request.method === 'UPDATE') {
        cancelGuard = ground.clock.after(answerUpdateWithinMs, () => {
          takeTheirs()?.reply(500, later);
          tryNext();
        });
      }
      ground.emit({ type: 'reoffered', legId, ...(request.body === '' ? {} : { sdp: request.body }) });
    },
    answer(sdp) {
      const transaction = takeTheirs();
      if (!transaction) return;
      local.sdp = sdp;
      const fields = timer.fieldsOfAnswer(transaction.request);
      if (transaction.request.method === 'INVITE') repeater.answer(transaction, sdp, fields);
      else transaction.reply(200, { headers: [...capabilities(transaction.hop), ...fields], body: sdpBody(sdp) });
      tryNext();
    },
    refuse(status) {
      takeTheirs()?.reply(status);
      tryNext();
    },
    cancelled(transaction) {
      if (theirs !== transaction) return;
      takeTheirs();
      transaction.reply(487);
      tryNext();
    },
    settled: tryNext,
    stop() {
      stopped = true;
      cancelRetry();
      takeTheirs()?.reply(487);
    },
  };
}
