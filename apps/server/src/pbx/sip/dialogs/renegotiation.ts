import { acceptOrder, ackInside, type Dialog, refreshTarget, requestInside } from '@sidetone/sip/dialogs/dialog.ts';
import { parseDeltaSeconds } from '@sidetone/sip/grammar/session-expires.ts';
import { cseqOf, type SipResponse } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { Flow } from '../wires/flow.ts';
import type { AnswerRepeater } from './answer-repeater.ts';
import { capabilities, type LegGround, type LegRoute, sdpBody } from './leg.ts';
import type { Peer } from './peer.ts';
import { openPendingOffer, type PendingOffer } from './pending-offer.ts';
import { refusesSessionTime, type SessionTimer } from './session-timer.ts';
import { type Attempt, type Fields, nextAttempt, strike, type Unsaid } from './unsaid.ts';

/** Changes of a running session: re-INVITE (RFC 3261 §14) and UPDATE (RFC 3311), both ways. */
export interface Renegotiation {
  /** Sends a re-INVITE, later if something else is under way. */
  offer(sdp: string): void;
  /** Tells the far side that the session goes on as it is (RFC 4028 §7.4). */
  refresh(): void;
  /** Sends these header fields in an UPDATE, to a far side that takes one. */
  tell(fields: Fields): void;
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

interface Parts {
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
  /** The far side no longer knows such a dialog, or is silent (RFC 3261 §12.2.1.2). */
  onDialogGone(): void;
  /** Something that must outlive a restart changed. */
  onChange(): void;
}

interface Talks {
  readonly parts: Parts;
  readonly unsaid: Unsaid;
  readonly theirs: PendingOffer;
  /** What was sent and has no final answer yet. */
  sent: Attempt | undefined;
  attempts: number;
  stopped: boolean;
  cancelRetry: () => void;
}

const mostAttempts = 6;
/** An UPDATE without an answer would end its dialog at the far side (RFC 3261 §12.2.1.2). */
const answerUpdateWithinMs = 10_000;

export function openRenegotiation(parts: Parts): Renegotiation {
  const talks: Talks = {
    parts,
    unsaid: { offer: undefined, fields: undefined, refresh: false },
    theirs: openPendingOffer(parts.ground.clock),
    sent: undefined,
    attempts: 0,
    stopped: false,
    cancelRetry: () => {},
  };
  const say = (more: Partial<Unsaid>) => {
    Object.assign(talks.unsaid, more);
    tryNext(talks);
  };
  return {
    offer: (offer) => say({ offer }),
    refresh: () => say({ refresh: true }),
    tell: (fields) => say({ fields }),
    receive: (transaction) => receive(talks, transaction),
    answer: (sdp) => answer(talks, sdp),
    refuse(status) {
      talks.theirs.take()?.reply(status);
      tryNext(talks);
    },
    cancelled(transaction) {
      if (talks.theirs.transaction !== transaction) return;
      talks.theirs.take();
      transaction.reply(487);
      tryNext(talks);
    },
    settled: () => tryNext(talks),
    stop() {
      talks.stopped = true;
      talks.cancelRetry();
      talks.theirs.take()?.reply(487);
    },
  };
}

// Offers of the far side.

function receive(talks: Talks, transaction: ServerTransaction<Flow>) {
  const { ground, legId, dialog, timer, peer } = talks.parts;
  const { request } = transaction;
  const later = { headers: [['Retry-After', String(Math.floor(ground.random() * 10))] as const] };
  if (!acceptOrder(dialog, request)) return transaction.reply(500, { phrase: 'CSeq Out Of Order' });
  if (refusesSessionTime(transaction)) return;
  const offers = request.method === 'INVITE' || request.body !== '';
  // RFC 3261 §14.2, RFC 3311 §5.2.
  if (offers && talks.theirs.transaction) return transaction.reply(500, later);
  if (offers && talks.sent?.method === 'INVITE') return transaction.reply(491);
  refreshTarget(dialog, request);
  peer.learn(request);
  if (!offers) {
    const fields = [...capabilities(transaction.hop), ...timer.fieldsOfAnswer(request)];
    return transaction.reply(200, { headers: fields });
  }
  if (request.method === 'INVITE') talks.theirs.hold(transaction);
  else {
    talks.theirs.holdFor(answerUpdateWithinMs, transaction, (late) => {
      late.reply(500, later);
      tryNext(talks);
    });
  }
  ground.emit({ type: 'reoffered', legId, ...(request.body === '' ? {} : { sdp: request.body }) });
}

function answer(talks: Talks, sdp: string) {
  const { local, timer, repeater } = talks.parts;
  const transaction = talks.theirs.take();
  if (!transaction) return;
  local.sdp = sdp;
  const fields = timer.fieldsOfAnswer(transaction.request);
  if (transaction.request.method === 'INVITE') repeater.answer(transaction, sdp, { headers: fields });
  else transaction.reply(200, { headers: [...capabilities(transaction.hop), ...fields], body: sdpBody(sdp) });
  tryNext(talks);
}

// Offers of this side.

function tryNext(talks: Talks) {
  const { repeater, route, peer, local } = talks.parts;
  // One offer at a time, and none before the session itself is acknowledged.
  if (talks.stopped || talks.sent || talks.theirs.transaction || repeater.waiting) return;
  const attempt = nextAttempt(talks.unsaid, peer, local.sdp);
  if (!attempt) return;
  const flow = route.current();
  // The connection may come back: a device that registers again brings the leg along.
  if (!flow) return retryIn(talks, 1000);
  talks.sent = attempt;
  talks.attempts += 1;
  send(talks, attempt, flow);
}

function retryIn(talks: Talks, ms: number) {
  talks.cancelRetry();
  talks.cancelRetry = talks.parts.ground.clock.after(ms, () => tryNext(talks));
}

function send(talks: Talks, attempt: Attempt, flow: Flow) {
  const { ground, dialog, route, timer, onChange } = talks.parts;
  const request = requestInside(dialog, attempt.method, {
    headers: [...capabilities(flow), ...timer.fieldsOfRequest(), ...attempt.fields],
    ...(attempt.body === undefined ? {} : { body: sdpBody(attempt.body) }),
  });
  onChange();
  let ack: string | undefined;
  let over = false;
  ground.layer.request(request, flow, {
    onResponse(response) {
      if (response.status < 200) return;
      if (response.status < 300 && attempt.method === 'INVITE') {
        const hop = route.current() ?? flow;
        if (ack !== undefined) return void hop.send(ack);
        ack = ground.layer.sendAck(ackInside(dialog, cseqOf(response).number), hop);
      }
      if (over || talks.stopped) return;
      over = true;
      if (response.status < 300) accepted(talks, attempt, response);
      else refused(talks, attempt, response);
      onChange();
    },
    onFailure(cause) {
      if (talks.stopped || over) return;
      over = true;
      failed(talks, attempt, cause);
    },
  });
}

/** The attempt is through, whatever came of it. */
function settle(talks: Talks, attempt: Attempt) {
  talks.sent = undefined;
  talks.attempts = 0;
  strike(talks.unsaid, attempt);
}

function accepted(talks: Talks, attempt: Attempt, response: SipResponse) {
  const { ground, legId, dialog, timer, peer, local } = talks.parts;
  refreshTarget(dialog, response);
  peer.learn(response);
  timer.agreed(response);
  settle(talks, attempt);
  if (attempt.offer !== undefined && response.body === '') ground.emit({ type: 'reofferRefused', legId, status: 488 });
  else if (attempt.offer !== undefined) {
    local.sdp = attempt.offer;
    ground.emit({ type: 'reofferAnswered', legId, sdp: response.body });
  }
  tryNext(talks);
}

function refused(talks: Talks, attempt: Attempt, response: SipResponse) {
  const { ground, legId, timer, peer, onDialogGone } = talks.parts;
  const { status } = response;
  const waitMs = waitAfter(talks, response);
  if (waitMs !== undefined) {
    talks.sent = undefined;
    return retryIn(talks, waitMs);
  }
  if (status === 422 && talks.attempts < mostAttempts && timer.raised(response)) {
    talks.sent = undefined;
    return tryNext(talks);
  }
  if (status === 481 || status === 408) {
    settle(talks, attempt);
    return onDialogGone();
  }
  if (attempt.method === 'UPDATE' && talks.unsaid.refresh) {
    // The re-INVITE that takes its place tells the same.
    talks.sent = undefined;
    talks.unsaid.fields = undefined;
    peer.unlearn('UPDATE');
    return tryNext(talks);
  }
  settle(talks, attempt);
  // A side that refuses is alive.
  timer.restart();
  if (attempt.offer !== undefined) ground.emit({ type: 'reofferRefused', legId, status });
  tryNext(talks);
}

/** How long to wait before the same is said again; undefined where that is not to be. */
function waitAfter({ parts, attempts }: Talks, { status, headers }: SipResponse): number | undefined {
  const { ground, ownsCallId } = parts;
  if (attempts >= mostAttempts) return undefined;
  if (status === 491) {
    const steps = ownsCallId ? 210 + Math.floor(ground.random() * 191) : Math.floor(ground.random() * 201);
    return steps * 10;
  }
  // RFC 3261 §14.2: what overlaps is asked to come again within ten seconds.
  const later = status === 500 || status === 503 ? parseDeltaSeconds(headers.get('Retry-After')) : undefined;
  return later !== undefined && later <= 10 ? later * 1000 : undefined;
}

function failed(talks: Talks, attempt: Attempt, cause: 'timeout' | 'unreachable') {
  const { ground, legId, onDialogGone } = talks.parts;
  if (cause === 'timeout') {
    settle(talks, attempt);
    return onDialogGone();
  }
  // The connection broke under the request; what was wanted is still wanted on the next one.
  talks.sent = undefined;
  if (talks.attempts < mostAttempts) return retryIn(talks, 1000);
  settle(talks, attempt);
  if (attempt.offer !== undefined) ground.emit({ type: 'reofferRefused', legId, status: 503 });
}
