import { dialogKeyOfRequest } from '@sidetone/sip/dialogs/dialog.ts';
import { parseUri } from '@sidetone/sip/grammar/uri.ts';
import { parseVia, serializeVia, withSource } from '@sidetone/sip/grammar/via.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import { defaultLimits, parseMessage, tooLargeStatus } from '@sidetone/sip/messages/parse.ts';
import { openTransactionLayer, refuseStatelessly } from '@sidetone/sip/transactions/transaction-layer.ts';
import type { Credentials, ExchangeClock, WaitingMessages } from '../ports.ts';
import type { PhoneStore } from './accounts/phone-account.ts';
import { openPhoneAccounts, type PhoneAccounts } from './accounts/phone-accounts.ts';
import type { FoundPlace, NameService } from './accounts/sip-place.ts';
import { openAuthenticator } from './admission/authenticate.ts';
import { openSipGuard, type SipGuard } from './admission/guard.ts';
import type { DialogStore } from './dialogs/stored-dialog.ts';
import { openDispatcher } from './dispatcher.ts';
import { openLegRoutes } from './legs/leg-routes.ts';
import { type LegBook, openLegs } from './legs/legs.ts';
import { type Binding, type Bindings, isBrowser, needsItsConnection, openBindings } from './registrar/bindings.ts';
import { openLiveness } from './registrar/liveness.ts';
import { openRegistrar } from './registrar/registrar.ts';
import type { RegistrationStore } from './registrar/registration-store.ts';
import { type LettingGo, openWithdrawals } from './registrar/withdrawals.ts';
import { openStrangers } from './strangers.ts';
import { openSubscriptions } from './subscriptions.ts';
import type { TrunkStore } from './trunks/trunk-account.ts';
import { openTrunks, type Trunks } from './trunks/trunks.ts';
import { clientAddress } from './wires/client-address.ts';
import type { Address, Flow, FlowListener } from './wires/flow.ts';
import type { SipLog } from './wires/sip-log.ts';

/** The realm of every challenge; HA1s are made with it. */
export const realm = 'sidetone';

/** The ways out that do not begin with somebody coming in. */
export interface WaysOut {
  udp(remote: Address): Flow | undefined;
  tcp(remote: Address): Flow | undefined;
  /** `name`: what the certificate there has to be for. */
  tls?(remote: Address, name: string): Flow | undefined;
}

/**
 * RFC 3261 §18.2.2: without `rport` a datagram is answered to the port in its Via, where old phones listen that send from
 * another one. Behind a NAT the Via names another address, and only the port that it came from leads back.
 */
function answeredOver({ headers }: SipRequest, source: Flow, { udp }: WaysOut): Flow {
  const via = source.transport === 'udp' ? parseVia(headers.list('Via')[0] ?? '') : undefined;
  const { address, port } = source.remote;
  if (!via || via.parameters.has('rport') || via.host.replace(/^\[|\]$/g, '') !== address) return source;
  const listensAt = via.port ?? 5060;
  return listensAt === port ? source : (udp({ address, port: listensAt }) ?? source);
}

/** Another version of SIP may write a Via of its own kind, which goes back as it came. */
function noteSource({ headers }: SipRequest, { address, port }: Address): void {
  const via = parseVia(headers.list('Via')[0] ?? '');
  if (via) headers.setFirst('Via', serializeVia(withSource(via, address, port)));
}

/** For the last answer to arrive before its connection is closed. */
const answerArrivesMs = 500;
function closeStream(flow: Flow, clock: ExchangeClock): void {
  if (flow.transport === 'tcp' || flow.transport === 'tls') clock.after(answerArrivesMs, () => flow.close());
}

/** Everything of SIP but the sockets. */
export interface SipCore extends LettingGo {
  /** What the sockets tell. */
  readonly listener: FlowListener;
  readonly book: LegBook;
  readonly bindings: Bindings;
  readonly transactions: number;
  /** Phones registered elsewhere, where the server keeps any. */
  readonly phones: PhoneAccounts | undefined;
  /** Ways to the outside, where the server keeps any. */
  readonly trunks: Trunks | undefined;
  /** Messages of this user came, were heard or went: their phones are told. */
  messagesChanged(userId: string): void;
  /** Fulfils when what is to outlive this process is written. */
  stop(): Promise<void>;
}

export function openSipCore(given: {
  readonly credentials: Credentials;
  readonly registrations: RegistrationStore;
  readonly dialogs: DialogStore;
  readonly clock: ExchangeClock;
  readonly log: SipLog;
  /** A fresh unguessable word. */
  readonly token: () => string;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly waysOut: WaysOut;
  readonly messageBytes: number;
  readonly isTrustedProxy?: (address: string) => boolean;
  /** Without one passwords are guarded as long as this process lives, and nobody is slowed down. */
  readonly guard?: SipGuard;
  /** What waits for a user; without it nothing ever does. */
  readonly messagesOf?: (userId: string) => Promise<WaitingMessages>;
  readonly phones?: { readonly store: PhoneStore; readonly names: NameService };
  readonly trunks?: { readonly store: TrunkStore; readonly names: NameService };
}): SipCore {
  const { credentials, registrations, clock, log, token, random, waysOut } = given;
  const guard = given.guard ?? openSipGuard({ clock, isShared: given.isTrustedProxy });
  const addressOf = (request: SipRequest, flow: Flow) => clientAddress(request, flow.remote, given.isTrustedProxy);
  const bindings = openBindings(registrations, clock, log);
  const liveness = openLiveness(clock, (flow, suspect) => bindings.markSuspect(flow, suspect));
  const layer = openTransactionLayer<Flow>({
    timers: clock,
    token,
    listener: {
      onRequest: (transaction) => dispatch(transaction),
      onAck: (ack) => book.acknowledge(ack),
      // While nobody is authenticated yet there is no leg, and the INVITE ends here.
      onCancel: (transaction, cancel) => {
        book.cancelled(transaction, cancel);
        if (!transaction.answered) transaction.reply(487);
      },
    },
  });
  // Whoever may register must not have this server connect to whatever address they name: only back to their own.
  const flowToTarget = (text: string, address: string): Flow | undefined => {
    const uri = parseUri(text);
    return uri && waysOut.tcp({ address, port: uri.port ?? 5060 });
  };
  const flowTo = (binding: Binding): Flow | undefined => {
    if (binding.transport === 'udp') {
      // Behind a NAT only the port that the REGISTER came from leads back. Without one the contact's own port counts:
      // a device may register from one port and listen on another (RFC 3261 §10.2.1).
      const contact = parseUri(binding.contactUri);
      const isDirect = contact?.host.replace(/^\[|\]$/g, '') === binding.remoteAddress;
      const port = isDirect ? (contact.port ?? 5060) : binding.remotePort;
      return waysOut.udp({ address: binding.remoteAddress, port });
    }
    if (binding.flow?.open) return binding.flow;
    return needsItsConnection(binding) ? undefined : flowToTarget(binding.contactUri, binding.remoteAddress);
  };
  const wayTo = ({ address, port, transport, name }: FoundPlace) =>
    transport === 'tls' ? waysOut.tls?.({ address, port }, name) : waysOut[transport]({ address, port });
  const phones = given.phones && openPhoneAccounts({ ...given.phones, layer, clock, log, token, random, wayTo });
  const trunks =
    given.trunks &&
    openTrunks({
      ...given.trunks,
      layer,
      clock,
      log,
      token,
      random,
      wayTo,
      callsOf: (trunkId) => book.callsOf(trunkId),
      isDevice: ({ remote }) => bindings.isRegisteredFrom(remote),
    });
  const book = openLegs({
    ground: { layer, clock, log, token, random },
    bindings,
    flowTo,
    flowToTarget,
    outsideWay: (order) => (order.target.kind === 'trunk' ? trunks : phones)?.wayOut(order),
    outsideLayer: ({ phoneId, trunkId }) =>
      trunkId === null ? (phoneId === null ? undefined : phones?.layerOf(phoneId)) : trunks?.layerOf(trunkId),
    udp: (remote) => waysOut.udp(remote),
    store: given.dialogs,
    onChange: (userId) => subscriptions.legsChanged(userId),
  });
  const subscriptions = openSubscriptions({
    ground: { layer, clock, log },
    routes: openLegRoutes({ bindings, flowToTarget }),
    legsOf: (userId) => book.ofUser(userId),
    messagesOf: given.messagesOf ?? (async () => ({ fresh: 0, heard: 0 })),
  });
  const strangers = openStrangers({ bindings, phones, trunks, guard, addressOf });
  const dispatch = openDispatcher({
    authenticator: openAuthenticator({ realm, credentials, clock, token, addressOf, guard }),
    registrar: openRegistrar({ bindings, credentials, clock, token, log }),
    legs: book,
    subscriptions,
    bindings,
    phones,
    trunks,
    guard,
    strangers,
    addressOf,
    log,
  });

  /** Open WebSockets, also those without a registration: some are trusted because they once had one. */
  const pages = new Set<Flow>();
  const withdrawals = openWithdrawals({ bindings, credentials, pages });

  const receive = (source: Flow, text: string) => {
    const parsed = parseMessage(text, { ...defaultLimits, size: given.messageBytes });
    if (parsed.kind === 'garbage') {
      log.debug({ remote: source.remote, why: parsed.why }, 'sip message dropped');
      return;
    }
    const message = parsed.kind === 'message' ? parsed.message : parsed.request;
    if (message.kind === 'response') return layer.receiveResponse(message);
    const flow = answeredOver(message, source, waysOut);
    noteSource(message, source.remote);
    // Calls that are up go on whatever is asked besides them.
    const isOfCall = parsed.kind === 'message' && dialogKeyOfRequest(message) !== undefined;
    const isNew = message.method !== 'ACK' && message.method !== 'CANCEL' && !isOfCall;
    if (isNew && !guard.admits(addressOf(message, flow))) return;
    if ((parsed.kind === 'refusal' || message.method === 'CANCEL') && strangers.ignores(message, flow)) return;
    if (parsed.kind === 'message') return layer.receiveRequest(message, flow);
    log.debug({ remote: flow.remote, phrase: parsed.phrase }, 'malformed sip request');
    flow.send(refuseStatelessly(message, parsed.status, parsed.phrase, token()));
    if (parsed.status === tooLargeStatus) closeStream(flow, clock);
  };

  return {
    bindings,
    book,
    phones,
    trunks,
    listener: {
      onOpen(flow) {
        if (!isBrowser(flow)) return;
        pages.add(flow);
        liveness.watch(flow);
      },
      onMessage(flow, text) {
        liveness.heard(flow, false);
        try {
          receive(flow, text);
        } catch (error) {
          // One message must never end the exchange for everybody else.
          log.error({ err: error, remote: flow.remote }, 'sip: handling a message failed');
        }
      },
      onKeepAlive(flow, kind) {
        liveness.heard(flow, kind === 'pong');
        if (kind === 'ping') flow.keepAlive('pong');
      },
      onClose(flow) {
        pages.delete(flow);
        liveness.forget(flow);
        layer.hopLost(flow);
        bindings.flowLost(flow);
        book.flowLost(flow);
        phones?.flowLost(flow);
        trunks?.flowLost(flow);
      },
    },
    get transactions() {
      return layer.size;
    },
    messagesChanged: (userId) => subscriptions.messagesChanged(userId),
    closeFlowsOf: withdrawals.closeFlowsOf,
    closeWithdrawn: withdrawals.closeWithdrawn,
    async stop() {
      const written = book.stop();
      guard.stop();
      subscriptions.stop();
      layer.stop();
      liveness.stop();
      await written;
    },
  };
}
