import {
  acceptOrder,
  ackInside,
  type Dialog,
  dialogKeyOfRequest,
  dialogOfCaller,
  keyOfDialog,
  refreshTarget,
  requestInside,
} from '@sidetone/sip/dialogs/dialog.ts';
import { serializeNameAddr } from '@sidetone/sip/grammar/name-addr.ts';
import { readRedirection } from '@sidetone/sip/grammar/redirection.ts';
import { escapeUser, splitUriHeaders } from '@sidetone/sip/grammar/uri.ts';
import { HeaderFields } from '@sidetone/sip/messages/headers.ts';
import { cseqOf, type SipRequest, type SipResponse, toOf } from '@sidetone/sip/messages/message.ts';
import type { SentRequest } from '@sidetone/sip/transactions/transaction-layer.ts';
import type { LegOrder, SipReason } from '../../calls/legs.ts';
import { takeInfo } from '../dialogs/dtmf-info.ts';
import { capabilities, type Leg, type LegGround, type LegOwner, type LegRoute, sdpBody } from '../dialogs/leg.ts';
import { reasonHeader, reasonOf } from '../dialogs/reason.ts';
import { openSession, type Session } from '../dialogs/session.ts';
import { leastOf, proposal } from '../dialogs/session-timer.ts';
import type { Binding } from '../registrar/bindings.ts';
import type { Flow } from '../wires/flow.ts';
import { openEarlyOffers } from './early-offers.ts';

type InviteOrder = Extract<LegOrder, { do: 'invite' }>;

interface EarlyDialog {
  readonly dialog: Dialog;
  /** The last reliable provisional response that was acknowledged. */
  rseq: number;
  ack?: string;
  sdp?: string;
  /** The device answered our offer in a response that we acknowledged, so there may be another one. */
  settled?: boolean;
}

/** Without a word for this long the device counts as unreachable, and routing goes on. */
const provisionalWithinMs = 1_500;

/** A leg that begins with an INVITE of ours to one device. Exactly one fact ends it before its answer. */
export function openOutgoingLeg(given: {
  readonly ground: LegGround;
  readonly order: InviteOrder;
  readonly owner: LegOwner;
  /** Makes the INVITE with this tag in its From. */
  readonly invite: (tag: string) => SipRequest;
  readonly flow: Flow;
  readonly route: LegRoute;
}): Leg {
  const { ground, order, owner, invite, flow, route } = given;
  const { legId, callId } = order;
  let state: 'inviting' | 'ringing' | 'cancelled' | 'abandoned' | 'answered' | 'over' = 'inviting';
  let cancelReason: SipReason | undefined;
  let session: Session | undefined;
  let cseq = 1;
  /** Seconds that a 422 demanded. */
  let leastTime: number | undefined;
  const tag = ground.token();
  let localSdp = order.offer;
  /** What must wait for the answer. */
  const afterwards: LegOrder[] = [];
  const offers = openEarlyOffers(ground, legId, (sdp) => {
    localSdp = sdp;
  });
  /** Dialogs by their key, with the ACK of their 2xx once there is one. */
  const dialogs = new Map<string, EarlyDialog>();

  const over = () => {
    state = 'over';
    cancelWatch();
    offers.stop();
    for (const { dialog } of dialogs.values()) ground.leaveDialog(dialog);
    ground.forget(leg);
  };
  const dialogOf = (response: SipResponse): EarlyDialog => {
    const fresh = dialogOfCaller(sent.request, response);
    const known = dialogs.get(keyOfDialog(fresh));
    if (known) return known;
    const entry: EarlyDialog = { dialog: fresh, rseq: 0 };
    dialogs.set(keyOfDialog(fresh), entry);
    ground.joinDialog(fresh, leg);
    return entry;
  };

  const onProvisional = (response: SipResponse) => {
    cancelWatch();
    if (response.status === 100) {
      if (state === 'inviting') state = 'ringing';
      return;
    }
    if (toOf(response).parameters.has('tag') && acknowledgeProvisional(response) === 'repeated') return;
    if (state === 'inviting' || state === 'ringing') {
      state = 'ringing';
      const sdp = response.body === '' ? {} : { sdp: response.body };
      ground.emit({ type: 'provisional', legId, status: response.status, ...sdp });
    }
  };
  /** PRACK of a reliable provisional response (RFC 3262 §4). */
  const acknowledgeProvisional = (response: SipResponse): 'repeated' | 'new' => {
    const entry = dialogOf(response);
    if (response.body !== '') entry.sdp = response.body;
    const rseq = Number(response.headers.get('RSeq') ?? Number.NaN);
    const reliable = response.headers.list('Require').some((one) => one.toLowerCase() === '100rel');
    if (!reliable || !Number.isInteger(rseq)) return 'new';
    if (entry.rseq !== 0 && rseq !== entry.rseq + 1) return 'repeated';
    entry.rseq = rseq;
    if (response.body !== '') entry.settled = true;
    refreshTarget(entry.dialog, response);
    const prack = requestInside(entry.dialog, 'PRACK', {
      headers: [['RAck', `${rseq} ${cseqOf(response).number} INVITE`]],
    });
    ground.layer.request(prack, flow, { onResponse: () => undefined, onFailure: () => undefined });
    return 'new';
  };

  const onSuccess = (response: SipResponse) => {
    cancelWatch();
    const entry = dialogOf(response);
    const hop = route.current() ?? flow;
    // RFC 3261 §13.2.2.4: a repeated 2xx says that the ACK was lost.
    if (entry.ack !== undefined) return void hop.send(entry.ack);
    refreshTarget(entry.dialog, response);
    entry.ack = ground.layer.sendAck(ackInside(entry.dialog, cseqOf(response).number), hop);
    if (state === 'inviting' || state === 'ringing') {
      state = 'answered';
      const settled = { dialog: entry.dialog, localSdp, first: response, leastTime };
      offers.stop();
      session = openSession({ ground, leg, route, ownsCallId: true, ...settled });
      for (const other of dialogs.values()) if (other !== entry) ground.leaveDialog(other.dialog);
      const sdp = response.body === '' ? entry.sdp : response.body;
      ground.emit({ type: 'answered', legId, ...(sdp === undefined ? {} : { sdp }) });
      for (const wanted of afterwards) session.order(wanted);
      return;
    }
    // Too late, or a second device behind the contact: it gets its ACK and then BYE.
    const bye = requestInside(entry.dialog, 'BYE', { headers: reasonHeader(cancelReason) });
    const leave = () => ground.leaveDialog(entry.dialog);
    ground.layer.request(bye, hop, { onResponse: ({ status }) => void (status >= 200 && leave()), onFailure: leave });
    if (state === 'cancelled') ground.emit({ type: 'refused', legId, status: 487, phrase: 'Request Terminated' });
    if (!session) over();
  };
  const onRefusal = (response: SipResponse) => {
    if (state === 'answered' || state === 'over') return;
    if (state !== 'abandoned') {
      ground.emit({ type: 'refused', legId, ...refusalIn(response) });
    }
    over();
  };
  const onFailure = (cause: 'timeout' | 'unreachable') => {
    if (state === 'answered' || state === 'over') return;
    if (state === 'cancelled') ground.emit({ type: 'refused', legId, status: 487, phrase: 'Request Terminated' });
    else if (state === 'ringing' && cause === 'timeout') {
      ground.emit({ type: 'refused', legId, status: 408, phrase: 'Request Timeout' });
    } else if (state !== 'abandoned') ground.emit({ type: 'unreachable', legId });
    over();
  };

  const leg: Leg = {
    legId,
    callId,
    owner,
    begunBy: 'us',
    get isEarly() {
      return session === undefined;
    },
    order(wanted) {
      if (session) return session.order(wanted);
      if (wanted.do === 'identify' || wanted.do === 'reinvite') return void afterwards.push(wanted);
      if (offers.order(wanted)) return;
      if (wanted.do !== 'cancel' && wanted.do !== 'bye' && wanted.do !== 'refuse') return;
      if (state !== 'inviting' && state !== 'ringing') return;
      cancelReason = wanted.reason;
      if (state === 'ringing') cancelWatch();
      state = 'cancelled';
      sent.cancel(reasonHeader(wanted.reason));
    },
    receive(transaction) {
      if (session) return session.receive(transaction);
      const { request } = transaction;
      const entry = dialogs.get(dialogKeyOfRequest(request) ?? '');
      if (!entry || state === 'over') return transaction.reply(481);
      if (!acceptOrder(entry.dialog, request)) return transaction.reply(500, { phrase: 'CSeq Out Of Order' });
      switch (request.method) {
        case 'OPTIONS':
          return transaction.reply(200, { headers: capabilities(transaction.hop) });
        case 'INFO':
          return void takeInfo(transaction);
        case 'UPDATE':
          refreshTarget(entry.dialog, request);
          if (request.body === '') return transaction.reply(200, { headers: capabilities(transaction.hop) });
          // RFC 3311 §5.2: our own offer has no answer yet.
          if (!entry.settled) return transaction.reply(491);
          return offers.receive(transaction);
        case 'INVITE':
          return transaction.reply(491);
        case 'REFER':
          return transaction.reply(403);
        default:
          return transaction.reply(481);
      }
    },
    acknowledge: (ack) => session?.acknowledge(ack),
    cancelled: (transaction) => session?.cancelled(transaction),
    // Before the answer the transaction itself hears of it.
    flowLost: (lost) => session?.flowLost(lost),
    stop() {
      state = 'over';
      cancelWatch();
      session?.stop();
    },
  };

  const cancelWatch = ground.clock.after(provisionalWithinMs, () => {
    if (state !== 'inviting' && state !== 'cancelled') return;
    ground.log.info({ legId, sipCallId: callId, flow: flow.id }, 'device did not answer its invitation');
    state = 'abandoned';
    ground.emit({ type: 'unreachable', legId });
    sent.cancel();
  });
  const send = (): SentRequest => {
    const bare = invite(tag);
    const headers = new HeaderFields(bare.headers);
    headers.set('CSeq', `${cseq} INVITE`);
    for (const [name, value] of proposal(leastTime)) headers.set(name, value);
    return ground.layer.request({ ...bare, headers }, flow, {
      onResponse(response) {
        if (response.status < 200) onProvisional(response);
        else if (response.status < 300) onSuccess(response);
        else if (response.status === 422 && proposesAgain(response)) sent = send();
        else onRefusal(response);
      },
      onFailure,
    });
  };
  /** RFC 4028 §7.4: the far side names the least time that it agrees to. */
  const proposesAgain = (response: SipResponse): boolean => {
    const least = leastOf(response);
    if (least === undefined || leastTime !== undefined || (state !== 'inviting' && state !== 'ringing')) return false;
    leastTime = least;
    cseq += 1;
    for (const { dialog } of dialogs.values()) ground.leaveDialog(dialog);
    dialogs.clear();
    return true;
  };
  let sent = send();
  return leg;
}

/** What a refusal says, and whom it names instead. */
const refusalIn = ({ status, phrase, headers }: SipResponse) => {
  const contacts = status < 400 ? readRedirection(headers.list('Contact')) : [];
  return { status, phrase, ...reasonOf(headers), ...(contacts.length > 0 && { contacts }) };
};

/** The INVITE of a registered device. */
export const inviteOf = (order: InviteOrder, binding: Binding, flow: Flow, tag: string): SipRequest => {
  const { host, port } = flow.via;
  const place = port === undefined ? host : `${host}:${port}`;
  const hidden = order.from === 'anonymous';
  const from =
    order.from === 'anonymous'
      ? { name: 'Anonymous', uri: 'sip:anonymous@anonymous.invalid' }
      : { ...nameIn(order.from), uri: `sip:${escapeUser(order.from.user)}@${place}` };
  const headers = new HeaderFields();
  for (const route of binding.path) headers.add('Route', route);
  headers.add('Max-Forwards', '70');
  headers.add('From', serializeNameAddr({ ...from, parameters: new Map([['tag', tag]]) }));
  const to = { ...nameIn(order.to), uri: `sip:${escapeUser(order.to.user)}@${place}`, parameters: new Map() };
  headers.add('To', serializeNameAddr(to));
  headers.add('Call-ID', order.callId);
  headers.add('CSeq', '1 INVITE');
  headers.add('X-Client-Correlation-Id', order.sessionId);
  if (hidden) headers.add('Privacy', 'id');
  for (const [name, value] of capabilities(flow)) headers.add(name === 'Server' ? 'User-Agent' : name, value);
  const body = sdpBody(order.offer);
  headers.add('Content-Type', body.type);
  // RFC 3261 §19.1.1: header fields of a contact have no place in a Request-URI.
  return { kind: 'request', method: 'INVITE', uri: splitUriHeaders(binding.contactUri).bare, headers, body: body.text };
};

const nameIn = (party: { readonly name?: string }) => (party.name === undefined ? {} : { name: party.name });
