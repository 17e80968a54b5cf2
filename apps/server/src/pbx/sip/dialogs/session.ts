import { acceptOrder, type Dialog, refreshTarget } from '@sidetone/sip/dialogs/dialog.ts';
import type { SipRequest, SipResponse } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { LegOrder, SipReason } from '../../calls/legs.ts';
import { type Flow, isApp } from '../wires/flow.ts';
import { type AnswerRepeater, openAnswerRepeater } from './answer-repeater.ts';
import { assertedIdentity } from './asserted-identity.ts';
import { takeInfo } from './dtmf-info.ts';
import { allowedMethods, capabilities, isOutside, type Leg, type LegGround, type LegRoute } from './leg.ts';
import { openPeer, type Peer } from './peer.ts';
import { startProbe } from './probe.ts';
import { reasonOf } from './reason.ts';
import { openReferrals, type Referrals } from './referrals.ts';
import { type LocalDescription, openRenegotiation, type Renegotiation } from './renegotiation.ts';
import { openReservation, type Reservation } from './reservation.ts';
import { sayBye } from './say-bye.ts';
import { openSessionTimer, type SessionTimer } from './session-timer.ts';
import { type StoredDialog, storableDialog } from './stored-dialog.ts';

/** A leg after its 200: the session inside one dialog, no matter which side began it. */
export interface Session {
  order(order: LegOrder): void;
  receive(transaction: ServerTransaction<Flow>): void;
  acknowledge(ack: SipRequest): void;
  cancelled(transaction: ServerTransaction<Flow>): void;
  flowLost(flow: Flow): void;
  /**
   * Sends and repeats the 200 of the INVITE that began it, once a restart would find the dialog; without SDP where that
   * was exchanged before.
   */
  answer(transaction: ServerTransaction<Flow>, sdp: string): void;
  stop(): void;
}

interface Beginning {
  readonly ground: LegGround;
  readonly leg: Leg;
  readonly dialog: Dialog;
  readonly route: LegRoute;
  readonly ownsCallId: boolean;
  /** This side's audio, as far as it is settled. */
  readonly localSdp: string | undefined;
  /** The INVITE that began it where that came from outside, else the 2xx to ours. */
  readonly first?: SipRequest | SipResponse;
  /** What a 422 demanded before the dialog was there; seconds. */
  readonly leastTime?: number | undefined;
  /** Where the dialog is older than this process. */
  readonly restored?: StoredDialog;
}

/** The dialog with its machines: offer and answer, the timer, what is asked of it. */
interface Running extends Pick<Beginning, 'ground' | 'leg' | 'dialog' | 'route' | 'ownsCallId' | 'restored'> {
  readonly local: LocalDescription;
  readonly peer: Peer;
  readonly repeater: AnswerRepeater;
  readonly timer: SessionTimer;
  readonly renegotiation: Renegotiation;
  readonly referrals: Referrals;
  readonly reservation: Reservation;
  readonly probe: { stop(): void };
  /** `leaving`: until the BYE is through the dialog still answers, as the two BYEs may cross. */
  state: 'talking' | 'leaving' | 'over';
  /** Whether the INVITE that began it has its ACK. */
  confirmed: boolean;
  /** A BYE that waits for the ACK of our answer. */
  pendingBye: { readonly reason: SipReason | undefined } | undefined;
  lastFlow: Flow | undefined;
}

export function openSession(beginning: Beginning): Session {
  const { ground, first, restored } = beginning;
  const session = assemble(beginning);
  if (first) session.peer.learn(first);
  if (first?.kind === 'response') session.timer.agreed(first);
  if (restored) waitForDevice(session);
  changed(session);
  return {
    order(order) {
      if (session.state !== 'talking') return;
      obey(session, order);
      changed(session);
    },
    receive(transaction) {
      receive(session, transaction);
      changed(session);
    },
    acknowledge: (ack) => acknowledge(session, ack),
    cancelled: (transaction) => session.renegotiation.cancelled(transaction),
    flowLost: () => waitForDevice(session),
    answer(transaction, sdp) {
      const headers = session.timer.fieldsOfAnswer(transaction.request);
      changed(session);
      session.repeater.answer(transaction, sdp, { headers, after: ground.kept() });
    },
    stop() {
      quieten(session);
      session.state = 'over';
    },
  };
}

function assemble(beginning: Beginning): Running {
  const { ground, leg, dialog, route, ownsCallId, leastTime, restored } = beginning;
  const local: LocalDescription = { sdp: beginning.localSdp };
  const peer = openPeer(restored?.allows);
  const repeater = openAnswerRepeater(ground.clock, () => neverAcknowledged(session));
  const timer = openSessionTimer({
    clock: ground.clock,
    ...(leastTime === undefined ? {} : { least: leastTime }),
    restored: restored?.time ?? null,
    onDue: () => session.renegotiation.refresh(),
    onExpired() {
      ground.log.info({ legId: leg.legId, sipCallId: leg.sipCallId }, 'session was not refreshed');
      dialogGone(session);
    },
  });
  const renegotiation = openRenegotiation({
    ground,
    legId: leg.legId,
    dialog,
    route,
    repeater,
    timer,
    peer,
    local,
    ownsCallId,
    onDialogGone: () => dialogGone(session),
    onChange: () => changed(session),
  });
  const session: Running = {
    ground,
    leg,
    dialog,
    route,
    ownsCallId,
    ...(restored && { restored }),
    local,
    peer,
    repeater,
    timer,
    renegotiation,
    referrals: openReferrals({ ground, leg, dialog, route }),
    reservation: openReservation(ground.clock, () => deviceStayedAway(session)),
    probe: startProbe({ ground, dialog, route, onGone: () => dialogGone(session) }),
    state: 'talking',
    confirmed: ownsCallId || restored !== undefined,
    pendingBye: undefined,
    lastFlow: route.current(),
  };
  return session;
}

// What it is told to do.

function obey(session: Running, order: LegOrder) {
  const { renegotiation, referrals } = session;
  switch (order.do) {
    case 'bye':
    case 'cancel':
      // RFC 3261 §15: the callee may not send BYE before it has the ACK.
      if (session.confirmed) return leave(session, order.reason);
      session.pendingBye = { reason: order.reason };
      return;
    case 'refuse':
      return leave(session, order.reason);
    case 'reinvite':
      return renegotiation.offer(order.sdp);
    case 'answerReoffer':
      return renegotiation.answer(order.sdp);
    case 'refuseReoffer':
      return renegotiation.refuse(order.status);
    case 'identify':
      return identify(session, order);
    case 'acceptRefer':
    case 'refuseRefer':
    case 'notifyRefer':
      return referrals.order(order);
    default:
      // What belongs to the time before the answer comes too late.
      return;
  }
}

function identify({ leg, route, renegotiation }: Running, { remote }: Extract<LegOrder, { do: 'identify' }>) {
  const flow = route.current();
  // The app learns it by its live data, and it is nothing for anybody outside (RFC 3325 §2).
  if (isOutside(leg.owner) || !flow || isApp(flow)) return;
  renegotiation.tell(assertedIdentity(remote, flow.via.host));
}

// What the far side says.

function receive(session: Running, transaction: ServerTransaction<Flow>) {
  const { request } = transaction;
  session.route.heardOver(transaction.hop);
  session.reservation.end();
  if (request.method === 'BYE') return receiveBye(session, transaction);
  if (session.state !== 'talking') return transaction.reply(481);
  switch (request.method) {
    case 'INVITE':
    case 'UPDATE':
      return session.renegotiation.receive(transaction);
    case 'INFO':
      return receiveInfo(session, transaction);
    case 'REFER':
      // Somebody outside must not have this user's phone call whomever they like.
      if (isOutside(session.leg.owner)) return transaction.reply(403);
      return session.referrals.receive(transaction);
    case 'OPTIONS':
      acceptOrder(session.dialog, request);
      return transaction.reply(200, { headers: capabilities(transaction.hop) });
    case 'PRACK':
    case 'NOTIFY':
      return transaction.reply(481);
    default:
      return transaction.reply(405, { headers: [['Allow', allowedMethods]] });
  }
}

function receiveBye(session: Running, transaction: ServerTransaction<Flow>) {
  const { ground, leg } = session;
  transaction.reply(200);
  if (session.state === 'talking') {
    ground.emit({ type: 'ended', legId: leg.legId, ...reasonOf(transaction.request.headers) });
  }
  close(session);
}

function receiveInfo({ ground, leg, dialog }: Running, transaction: ServerTransaction<Flow>) {
  if (!acceptOrder(dialog, transaction.request)) return transaction.reply(500, { phrase: 'CSeq Out Of Order' });
  const key = takeInfo(transaction);
  if (key) ground.emit({ type: 'info', legId: leg.legId, digit: key.digit, durationMs: key.durationMs });
}

function acknowledge(session: Running, ack: SipRequest) {
  const { ground, leg, dialog, repeater, renegotiation } = session;
  if (!repeater.acknowledge(ack) || session.state !== 'talking') return;
  session.confirmed = true;
  if (session.pendingBye) return leave(session, session.pendingBye.reason);
  refreshTarget(dialog, ack);
  changed(session);
  ground.emit({ type: 'acknowledged', legId: leg.legId, ...(ack.body === '' ? {} : { sdp: ack.body }) });
  renegotiation.settled();
}

function neverAcknowledged(session: Running) {
  const { ground, leg } = session;
  ground.log.info({ legId: leg.legId, sipCallId: leg.sipCallId }, 'answer was never acknowledged');
  if (session.pendingBye) return leave(session, session.pendingBye.reason);
  if (session.state !== 'talking') return;
  ground.emit({ type: 'ended', legId: leg.legId, reason: { cause: 408, text: 'ACK missing' } });
  leave(session, undefined);
}

// Its connection.

function waitForDevice(session: Running) {
  const { ground, leg, route, reservation } = session;
  if (session.state !== 'talking' || reservation.running || route.current()) return;
  ground.log.info({ legId: leg.legId, sipCallId: leg.sipCallId }, 'leg lost its connection');
  reservation.begin(session.lastFlow?.transport ?? session.restored?.flow.transport);
}

function deviceStayedAway(session: Running) {
  if (session.route.current()) return;
  session.ground.emit({ type: 'ended', legId: session.leg.legId });
  close(session);
}

// Its end.

function dialogGone(session: Running) {
  if (session.state !== 'talking') return;
  session.ground.emit({ type: 'ended', legId: session.leg.legId });
  // RFC 3261 §12.2.1.2: we should still say BYE, in case the far side only lost the one request.
  leave(session, undefined);
}

function leave(session: Running, reason: SipReason | undefined) {
  if (session.state !== 'talking') return;
  session.state = 'leaving';
  session.referrals.flush();
  quieten(session);
  const { ground, dialog, route } = session;
  const isOver = () => session.state === 'over';
  sayBye({ ground, dialog, route, reason, isOver, onDone: () => close(session) });
}

function close(session: Running) {
  const { ground, leg, dialog } = session;
  if (session.state === 'over') return;
  session.state = 'over';
  quieten(session);
  ground.leaveDialog(dialog);
  ground.letGo(leg.legId);
  ground.forget(leg);
}

function quieten({ repeater, renegotiation, timer, referrals, probe, reservation }: Running) {
  repeater.stop();
  renegotiation.stop();
  timer.stop();
  referrals.stop();
  probe.stop();
  reservation.end();
}

// What outlives this process.

function changed(session: Running) {
  if (session.state === 'talking') session.ground.keep(session.leg.legId, () => snapshot(session));
}

function snapshot(session: Running): StoredDialog {
  const { leg, dialog, route, ownsCallId, local, peer, timer, restored } = session;
  session.lastFlow = route.current() ?? session.lastFlow;
  const { transport = 'udp', remote = { address: '', port: 0 } } = session.lastFlow ?? {};
  return {
    version: 1,
    legId: leg.legId,
    owner: { ...leg.owner },
    ownsCallId,
    ...storableDialog(dialog),
    flow: session.lastFlow || !restored ? { transport, ...remote } : restored.flow,
    localSdp: local.sdp ?? null,
    allows: [...peer.methods],
    time: timer.running,
  };
}
