import { acceptOrder, type Dialog, refreshTarget, requestInside } from '@sidetone/sip/dialogs/dialog.ts';
import { serializeNameAddr } from '@sidetone/sip/grammar/name-addr.ts';
import { escapeUser } from '@sidetone/sip/grammar/uri.ts';
import type { SipRequest, SipResponse } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { LegOrder, SipReason } from '../../calls/legs.ts';
import { type Flow, isApp } from '../wires/flow.ts';
import { openAnswerRepeater } from './answer-repeater.ts';
import { takeInfo } from './dtmf-info.ts';
import { allowedMethods, capabilities, isOutside, type Leg, type LegGround, type LegRoute } from './leg.ts';
import { openPeer } from './peer.ts';
import { reasonHeader, reasonOf } from './reason.ts';
import { openReferrals } from './referrals.ts';
import { type LocalDescription, openRenegotiation } from './renegotiation.ts';
import { openSessionTimer } from './session-timer.ts';
import { type StoredDialog, storableDialog } from './stored-dialog.ts';

/** A leg that lost its connection waits this long for the device to register again. */
const reservedMs = 30_000;
/** A phone on TLS may notice only when it refreshes its registration, for which a minute is the least. */
const reservedForTlsMs = 90_000;

/** How often a phone is asked whether it still knows the call; a page is watched by its connection. */
const probeEveryMs = 120_000;

/** A leg after its 200: the session inside one dialog, whoever began it. */
export interface Session {
  order(order: LegOrder): void;
  receive(transaction: ServerTransaction<Flow>): void;
  acknowledge(ack: SipRequest): void;
  cancelled(transaction: ServerTransaction<Flow>): void;
  flowLost(flow: Flow): void;
  /** Sends and repeats the 200 of the INVITE that began it; without SDP where that was exchanged before. */
  answer(transaction: ServerTransaction<Flow>, sdp: string): void;
  stop(): void;
}

export function openSession(given: {
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
}): Session {
  const { ground, leg, dialog, route, ownsCallId, first, leastTime, restored } = given;
  const { legId } = leg;
  let state: 'talking' | 'leaving' | 'over' = 'talking';
  /** A BYE that waits for the ACK of our answer. */
  let pendingBye: { readonly reason: SipReason | undefined } | undefined;
  let confirmed = ownsCallId || restored !== undefined;
  const local: LocalDescription = { sdp: given.localSdp };
  const peer = openPeer(restored?.allows);
  let cancelReservation: (() => void) | undefined;
  let cancelProbe = () => {};

  const repeater = openAnswerRepeater(ground.clock, () => {
    ground.log.info({ legId, sipCallId: leg.callId }, 'answer was never acknowledged');
    if (pendingBye) return sendBye(pendingBye.reason);
    if (state !== 'talking') return;
    ground.emit({ type: 'ended', legId, reason: { cause: 408, text: 'ACK missing' } });
    sendBye(undefined);
  });
  const timer = openSessionTimer({
    clock: ground.clock,
    ...(leastTime === undefined ? {} : { least: leastTime }),
    restored: restored?.time ?? null,
    onDue: () => renegotiation.refresh(),
    onExpired() {
      ground.log.info({ legId, sipCallId: leg.callId }, 'session was not refreshed');
      dialogGone();
    },
  });
  const renegotiation = openRenegotiation({
    ground,
    legId,
    dialog,
    route,
    repeater,
    timer,
    peer,
    local,
    ownsCallId,
    onDialogGone: () => dialogGone(),
    onChange: () => changed(),
  });
  const referrals = openReferrals({ ground, leg, dialog, route });
  const changed = () => {
    if (state === 'talking') ground.keep(legId, snapshot);
  };
  let lastFlow = route.current();
  const snapshot = (): StoredDialog => {
    lastFlow = route.current() ?? lastFlow;
    const { transport = 'udp', remote = { address: '', port: 0 } } = lastFlow ?? {};
    return {
      version: 1,
      legId,
      owner: { ...leg.owner },
      ownsCallId,
      ...storableDialog(dialog),
      flow: lastFlow || !restored ? { transport, ...remote } : restored.flow,
      localSdp: local.sdp ?? null,
      allows: [...peer.methods],
      time: timer.running,
    };
  };
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
    ground.letGo(legId);
    ground.forget(leg);
  };
  const quieten = () => {
    repeater.stop();
    renegotiation.stop();
    timer.stop();
    referrals.stop();
    cancelProbe();
    cancelReservation?.();
  };
  const sendBye = (reason: SipReason | undefined) => {
    if (state !== 'talking') return;
    state = 'leaving';
    referrals.flush();
    quieten();
    const waitUntil = ground.clock.now().getTime() + reservedMs;
    const send = () => {
      if (state === 'over') return;
      const flow = route.current();
      // A page that comes back within its time still hears that the call is over.
      if (!flow) return ground.clock.now().getTime() < waitUntil ? void ground.clock.after(1000, send) : close();
      const bye = requestInside(dialog, 'BYE', { headers: reasonHeader(reason) });
      // Until the BYE is through, the dialog still answers: the two BYEs may cross.
      ground.layer.request(bye, flow, {
        onResponse: ({ status }) => void (status >= 200 && close()),
        onFailure: close,
      });
    };
    send();
  };

  const receiveBye = (transaction: ServerTransaction<Flow>) => {
    transaction.reply(200);
    if (state === 'talking') ground.emit({ type: 'ended', legId, ...reasonOf(transaction.request.headers) });
    close();
  };
  const receiveInfo = (transaction: ServerTransaction<Flow>) => {
    if (!acceptOrder(dialog, transaction.request)) return transaction.reply(500, { phrase: 'CSeq Out Of Order' });
    const key = takeInfo(transaction);
    if (key) ground.emit({ type: 'info', legId, digit: key.digit, durationMs: key.durationMs });
  };
  const cameBack = (flow: Flow) => {
    route.heardOver(flow);
    cancelReservation?.();
    cancelReservation = undefined;
  };

  const identify = ({ remote }: Extract<LegOrder, { do: 'identify' }>) => {
    const flow = route.current();
    // The app learns it by its live data, and it is nothing for anybody outside (RFC 3325 §2).
    if (isOutside(leg.owner) || !flow || isApp(flow)) return;
    const { host } = flow.via;
    const known: [string, string] | undefined =
      remote === 'anonymous'
        ? undefined
        : [
            'P-Asserted-Identity',
            serializeNameAddr({
              ...(remote.name === undefined ? {} : { name: remote.name }),
              uri: `sip:${escapeUser(remote.user)}@${host}`,
              parameters: new Map(),
            }),
          ];
    renegotiation.tell(
      known
        ? [known]
        : [
            ['P-Asserted-Identity', '"Anonymous" <sip:anonymous@anonymous.invalid>'],
            ['Privacy', 'id'],
          ],
    );
  };
  const waitForDevice = () => {
    if (state !== 'talking' || cancelReservation || route.current()) return;
    ground.log.info({ legId, sipCallId: leg.callId }, 'leg lost its connection');
    const transport = lastFlow?.transport ?? restored?.flow.transport;
    cancelReservation = ground.clock.after(transport === 'tls' ? reservedForTlsMs : reservedMs, () => {
      cancelReservation = undefined;
      if (route.current()) return;
      ground.emit({ type: 'ended', legId });
      close();
    });
  };

  const receive = (transaction: ServerTransaction<Flow>) => {
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
      case 'REFER':
        // Somebody outside must not have this user's phone call whomever they like.
        if (isOutside(leg.owner)) return transaction.reply(403);
        return referrals.receive(transaction);
      case 'OPTIONS':
        acceptOrder(dialog, request);
        return transaction.reply(200, { headers: capabilities(transaction.hop) });
      case 'PRACK':
      case 'NOTIFY':
        return transaction.reply(481);
      default:
        return transaction.reply(405, { headers: [['Allow', allowedMethods]] });
    }
  };

  if (first) peer.learn(first);
  if (first?.kind === 'response') timer.agreed(first);
  if (restored) waitForDevice();
  probeLater();
  changed();
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
      else if (order.do === 'identify') identify(order);
      else if (order.do === 'acceptRefer' || order.do === 'refuseRefer' || order.do === 'notifyRefer') {
        referrals.order(order);
      }
      changed();
    },
    receive(transaction) {
      receive(transaction);
      changed();
    },
    acknowledge(ack) {
      if (!repeater.acknowledge(ack) || state !== 'talking') return;
      confirmed = true;
      if (pendingBye) return sendBye(pendingBye.reason);
      refreshTarget(dialog, ack);
      changed();
      ground.emit({ type: 'acknowledged', legId, ...(ack.body === '' ? {} : { sdp: ack.body }) });
      renegotiation.settled();
    },
    cancelled: (transaction) => renegotiation.cancelled(transaction),
    flowLost: waitForDevice,
    answer(transaction, sdp) {
      repeater.answer(transaction, sdp, timer.fieldsOfAnswer(transaction.request));
      changed();
    },
    stop() {
      quieten();
      state = 'over';
    },
  };
}
