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
import { readRedirection } from '@sidetone/sip/grammar/redirection.ts';
import { HeaderFields } from '@sidetone/sip/messages/headers.ts';
import { cseqOf, type SipRequest, type SipResponse, toOf } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { SentRequest } from '@sidetone/sip/transactions/transaction-layer.ts';
import type { LegOrder, SipReason } from '../../calls/legs.ts';
import { takeInfo } from '../dialogs/dtmf-info.ts';
import { capabilities, type Leg, type LegGround, type LegOwner, type LegRoute } from '../dialogs/leg.ts';
import { reasonHeader, reasonOf } from '../dialogs/reason.ts';
import { openSession, type Session } from '../dialogs/session.ts';
import { leastOf, proposal } from '../dialogs/session-timer.ts';
import type { Flow } from '../wires/flow.ts';
import { type EarlyOffers, openEarlyOffers } from './early-offers.ts';

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

interface Beginning {
  readonly ground: LegGround;
  readonly order: InviteOrder;
  readonly owner: LegOwner;
  /** Makes the INVITE with this tag in its From. */
  readonly invite: (tag: string) => SipRequest;
  readonly flow: Flow;
  readonly route: LegRoute;
}

/** The invitation as far as it is not answered, and what of it outlives that. */
interface Outgoing extends Beginning {
  readonly legId: string;
  readonly leg: Leg;
  readonly tag: string;
  readonly offers: EarlyOffers;
  /** By their keys: a proxy may ask several devices. */
  readonly dialogs: Map<string, EarlyDialog>;
  /** What must wait for the answer and its ACK. */
  readonly afterwards: LegOrder[];
  /**
   * `inviting`: nothing came yet. `cancelled`: the call core took it back. `abandoned`: the device did not say a word in
   * its time.
   */
  state: 'inviting' | 'ringing' | 'cancelled' | 'abandoned' | 'answered' | 'over';
  cancelReason: SipReason | undefined;
  /** From the answer on. */
  session: Session | undefined;
  sent: SentRequest | undefined;
  cseq: number;
  /** Seconds that a 422 demanded. */
  leastTime: number | undefined;
  /** The answer that has no ACK yet: it waits for the order. */
  unacknowledged: { readonly entry: EarlyDialog; readonly cseq: number } | undefined;
  /** This side's audio as the far side knows it. */
  localSdp: string;
  cancelWatch: () => void;
}

/** A leg that begins with an INVITE of ours to one device. Exactly one fact ends it before its answer. */
export function openOutgoingLeg(beginning: Beginning): Leg {
  const { ground, order } = beginning;
  const outgoing: Outgoing = {
    ...beginning,
    legId: order.legId,
    leg: legOf(beginning, () => outgoing),
    tag: ground.token(),
    offers: openEarlyOffers(ground, order.legId, (sdp) => {
      outgoing.localSdp = sdp;
    }),
    dialogs: new Map(),
    afterwards: [],
    state: 'inviting',
    cancelReason: undefined,
    session: undefined,
    sent: undefined,
    cseq: 1,
    leastTime: undefined,
    unacknowledged: undefined,
    localSdp: order.offer,
    cancelWatch: ground.clock.after(provisionalWithinMs, () => deviceIsSilent(outgoing)),
  };
  send(outgoing);
  return outgoing.leg;
}

const legOf = ({ ground, order, owner }: Beginning, now: () => Outgoing): Leg => ({
  legId: order.legId,
  sipCallId: order.sipCallId,
  owner,
  begunBy: 'us',
  get isEarly() {
    return now().session === undefined;
  },
  order(wanted) {
    const { session } = now();
    if (!session) obey(now(), wanted);
    else if (wanted.do === 'acknowledge') void ground.kept().then(() => acknowledgeAnswer(now()));
    else {
      // Nothing is said inside a dialog before its ACK.
      acknowledgeAnswer(now());
      session.order(wanted);
    }
  },
  receive(transaction) {
    const { session } = now();
    if (session) session.receive(transaction);
    else receiveEarly(now(), transaction);
  },
  acknowledge: (ack) => now().session?.acknowledge(ack),
  cancelled: (transaction) => now().session?.cancelled(transaction),
  // Before the answer the transaction itself hears of it.
  flowLost: (lost) => now().session?.flowLost(lost),
  stop() {
    now().state = 'over';
    now().unacknowledged = undefined;
    now().cancelWatch();
    now().session?.stop();
  },
});

// What it is told to do.

function obey(outgoing: Outgoing, wanted: LegOrder) {
  if (wanted.do === 'identify' || wanted.do === 'reinvite') return void outgoing.afterwards.push(wanted);
  if (outgoing.offers.order(wanted)) return;
  if (wanted.do !== 'cancel' && wanted.do !== 'bye' && wanted.do !== 'refuse') return;
  if (!isAsking(outgoing)) return;
  outgoing.cancelReason = wanted.reason;
  if (outgoing.state === 'ringing') outgoing.cancelWatch();
  outgoing.state = 'cancelled';
  outgoing.sent?.cancel(reasonHeader(wanted.reason));
}

const isAsking = ({ state }: Outgoing): boolean => state === 'inviting' || state === 'ringing';

function send(outgoing: Outgoing) {
  const { ground, invite, tag, flow } = outgoing;
  const bare = invite(tag);
  const headers = new HeaderFields(bare.headers);
  headers.set('CSeq', `${outgoing.cseq} INVITE`);
  for (const [name, value] of proposal(outgoing.leastTime)) headers.set(name, value);
  outgoing.sent = ground.layer.request({ ...bare, headers }, flow, {
    onResponse: (response) => onResponse(outgoing, response),
    onFailure: (cause) => onFailure(outgoing, cause),
  });
}

function deviceIsSilent(outgoing: Outgoing) {
  const { ground, legId, order, flow, state } = outgoing;
  if (state !== 'inviting' && state !== 'cancelled') return;
  ground.log.info({ legId, sipCallId: order.sipCallId, flow: flow.id }, 'device did not answer its invitation');
  outgoing.state = 'abandoned';
  ground.emit({ type: 'unreachable', legId });
  outgoing.sent?.cancel();
}

// What comes back.

function onResponse(outgoing: Outgoing, response: SipResponse) {
  if (response.status < 200) onProvisional(outgoing, response);
  else if (response.status < 300) onSuccess(outgoing, response);
  else if (response.status === 422 && proposesAgain(outgoing, response)) send(outgoing);
  else onRefusal(outgoing, response);
}

function onProvisional(outgoing: Outgoing, response: SipResponse) {
  const { ground, legId } = outgoing;
  outgoing.cancelWatch();
  if (response.status === 100) {
    if (outgoing.state === 'inviting') outgoing.state = 'ringing';
    return;
  }
  if (toOf(response).parameters.has('tag') && acknowledgeProvisional(outgoing, response) === 'repeated') return;
  if (!isAsking(outgoing)) return;
  outgoing.state = 'ringing';
  const sdp = response.body === '' ? {} : { sdp: response.body };
  ground.emit({ type: 'provisional', legId, status: response.status, ...sdp });
}

/** PRACK of a reliable provisional response (RFC 3262 §4). */
function acknowledgeProvisional(outgoing: Outgoing, response: SipResponse): 'repeated' | 'new' {
  const entry = dialogOf(outgoing, response);
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
  outgoing.ground.layer.request(prack, outgoing.flow, { onResponse: () => undefined, onFailure: () => undefined });
  return 'new';
}

function onSuccess(outgoing: Outgoing, response: SipResponse) {
  const { ground, route, flow } = outgoing;
  outgoing.cancelWatch();
  const entry = dialogOf(outgoing, response);
  const hop = route.current() ?? flow;
  // RFC 3261 §13.2.2.4: a repeated 2xx says that the ACK was lost.
  if (entry.ack !== undefined) return void hop.send(entry.ack);
  // The device must not wait for longer, whatever the ACK waits for.
  if (entry === outgoing.unacknowledged?.entry) return acknowledgeAnswer(outgoing);
  refreshTarget(entry.dialog, response);
  const cseq = cseqOf(response).number;
  if (isAsking(outgoing)) {
    outgoing.unacknowledged = { entry, cseq };
    beginSession(outgoing, entry, response);
  } else {
    entry.ack = ground.layer.sendAck(ackInside(entry.dialog, cseq), hop);
    answeredTooLate(outgoing, entry, hop);
  }
}

function acknowledgeAnswer(outgoing: Outgoing) {
  const { ground, route, flow, unacknowledged, afterwards, session } = outgoing;
  if (!unacknowledged) return;
  outgoing.unacknowledged = undefined;
  const { entry, cseq } = unacknowledged;
  entry.ack = ground.layer.sendAck(ackInside(entry.dialog, cseq), route.current() ?? flow);
  for (const wanted of afterwards) session?.order(wanted);
}

function beginSession(outgoing: Outgoing, entry: EarlyDialog, response: SipResponse) {
  const { ground, legId, leg, route, offers, dialogs, localSdp, leastTime } = outgoing;
  outgoing.state = 'answered';
  offers.stop();
  const session = openSession({
    ground,
    leg,
    dialog: entry.dialog,
    route,
    ownsCallId: true,
    localSdp,
    first: response,
    leastTime,
  });
  outgoing.session = session;
  for (const other of dialogs.values()) if (other !== entry) ground.leaveDialog(other.dialog);
  const sdp = response.body === '' ? entry.sdp : response.body;
  ground.emit({ type: 'answered', legId, ...(sdp === undefined ? {} : { sdp }) });
}

/** Nobody waits for it any longer, or a second device behind the contact answered too: it has its ACK and gets BYE. */
function answeredTooLate(outgoing: Outgoing, { dialog }: EarlyDialog, hop: Flow) {
  const { ground, legId, state, cancelReason } = outgoing;
  const bye = requestInside(dialog, 'BYE', { headers: reasonHeader(cancelReason) });
  const leave = () => ground.leaveDialog(dialog);
  ground.layer.request(bye, hop, { onResponse: ({ status }) => void (status >= 200 && leave()), onFailure: leave });
  if (state === 'cancelled') ground.emit({ type: 'refused', legId, status: 487, phrase: 'Request Terminated' });
  if (!outgoing.session) end(outgoing);
}

/** RFC 4028 §7.4: the far side names the least time that it agrees to. */
function proposesAgain(outgoing: Outgoing, response: SipResponse): boolean {
  const { ground, dialogs } = outgoing;
  const least = leastOf(response);
  if (least === undefined || outgoing.leastTime !== undefined || !isAsking(outgoing)) return false;
  outgoing.leastTime = least;
  outgoing.cseq += 1;
  for (const { dialog } of dialogs.values()) ground.leaveDialog(dialog);
  dialogs.clear();
  return true;
}

function onRefusal(outgoing: Outgoing, response: SipResponse) {
  const { ground, legId, state } = outgoing;
  if (state === 'answered' || state === 'over') return;
  if (state !== 'abandoned') ground.emit({ type: 'refused', legId, ...refusalIn(response) });
  end(outgoing);
}

function onFailure(outgoing: Outgoing, cause: 'timeout' | 'unreachable') {
  const { ground, legId, state } = outgoing;
  if (state === 'answered' || state === 'over') return;
  if (state === 'cancelled') ground.emit({ type: 'refused', legId, status: 487, phrase: 'Request Terminated' });
  else if (state === 'ringing' && cause === 'timeout') {
    ground.emit({ type: 'refused', legId, status: 408, phrase: 'Request Timeout' });
  } else if (state !== 'abandoned') ground.emit({ type: 'unreachable', legId });
  end(outgoing);
}

// What the device asks before it answers.

function receiveEarly(outgoing: Outgoing, transaction: ServerTransaction<Flow>) {
  const { dialogs, state, offers } = outgoing;
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
}

function dialogOf({ sent, dialogs, ground, leg }: Outgoing, response: SipResponse): EarlyDialog {
  if (!sent) throw new Error('an answer came before the INVITE was sent');
  const fresh = dialogOfCaller(sent.request, response);
  const known = dialogs.get(keyOfDialog(fresh));
  if (known) return known;
  const entry: EarlyDialog = { dialog: fresh, rseq: 0 };
  dialogs.set(keyOfDialog(fresh), entry);
  ground.joinDialog(fresh, leg);
  return entry;
}

function end(outgoing: Outgoing) {
  const { ground, leg, offers, dialogs } = outgoing;
  outgoing.state = 'over';
  outgoing.cancelWatch();
  offers.stop();
  for (const { dialog } of dialogs.values()) ground.leaveDialog(dialog);
  ground.forget(leg);
}

/** What a refusal says, and whom it names instead. */
const refusalIn = ({ status, phrase, headers }: SipResponse) => {
  const contacts = status < 400 ? readRedirection(headers.list('Contact')) : [];
  return { status, phrase, ...reasonOf(headers), ...(contacts.length > 0 && { contacts }) };
};
