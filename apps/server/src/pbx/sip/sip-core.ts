import type { PhoneFeatureDesk } from '@sidetone/contract/rules/phones/phone-features.ts';
import { dialogKeyOfRequest } from '@sidetone/sip/dialogs/dialog.ts';
import { parseVia, serializeVia, withSource } from '@sidetone/sip/grammar/via.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import { defaultLimits, parseMessage, tooLargeStatus } from '@sidetone/sip/messages/parse.ts';
import { withSessionPart } from '@sidetone/sip/messages/session-part.ts';
import {
  openTransactionLayer,
  refuseStatelessly,
  type TransactionLayer,
} from '@sidetone/sip/transactions/transaction-layer.ts';
import type { CallSteps } from '../call-steps.ts';
import { type LampBoard, lampBoard, type Watched } from '../lamps.ts';
import type { Credentials, ExchangeClock, WaitingMessages } from '../ports.ts';
import type { PhoneStore } from './accounts/phone-account.ts';
import { openPhoneAccounts, type PhoneAccounts } from './accounts/phone-accounts.ts';
import type { FoundPlace, NameService } from './accounts/sip-place.ts';
import { openAuthenticator } from './admission/authenticate.ts';
import { openSipGuard, type SipGuard } from './admission/guard.ts';
import type { DialogStore } from './dialogs/stored-dialog.ts';
import { type InviteGate, openDispatcher } from './dispatcher.ts';
import type { SipHomes } from './elsewhere.ts';
import { openLegRoutes } from './legs/leg-routes.ts';
import { type LegBook, openLegs } from './legs/legs.ts';
import type { NodePeers } from './node-peers.ts';
import { type NodeLines, openNodeLines } from './nodes/node-lines.ts';
import { type Binding, type Bindings, isBrowser, openBindings } from './registrar/bindings.ts';
import { tellToFetch } from './registrar/check-sync.ts';
import { type Liveness, openLiveness } from './registrar/liveness.ts';
import { openPhoneLiveness, type PhoneLiveness } from './registrar/phone-liveness.ts';
import { openRegistrar } from './registrar/registrar.ts';
import type { RegistrationStore } from './registrar/registration-store.ts';
import { type LettingGo, openWithdrawals } from './registrar/withdrawals.ts';
import { openStrangers, type Strangers } from './strangers.ts';
import { openSubscriptions, type Subscriptions } from './subscriptions.ts';
import type { TrunkStore } from './trunks/trunk-account.ts';
import { openTrunks, type Trunks } from './trunks/trunks.ts';
import { answeredOver, flowToDevice, flowToPlace, flowToTarget, type WaysOut } from './ways-out.ts';
import { clientAddress } from './wires/client-address.ts';
import type { Address, Flow, FlowListener } from './wires/flow.ts';
import type { SipLog } from './wires/sip-log.ts';

/** The realm of every challenge; HA1s are made with it. */
export const realm = 'sidetone';

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
  /** How many subscriptions live. */
  readonly subscriptions: number;
  /** Phones registered elsewhere, where the server keeps any. */
  readonly phones: PhoneAccounts | undefined;
  /** Ways to the outside, where the server keeps any. */
  readonly trunks: Trunks | undefined;
  /** Messages of this user came, were heard or went: their phones are told. */
  messagesChanged(userId: string): void;
  /** See `Subscriptions`. */
  watchedChanged(accountId: string | null): void;
  /** See `Subscriptions`. */
  featuresChanged(id: string | null): void;
  /** Asks a device to fetch its settings; gives how many of its registrations were asked. */
  tellToFetch(endpointId: string): number;
  /** Fulfils when what is to outlive this process is written. */
  stop(): Promise<void>;
}

interface Given {
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
  /** Without it no call is refused because many are being begun. */
  readonly gate?: InviteGate;
  /** Hears of INVITEs that begin calls; without it nobody does. */
  readonly steps?: Pick<CallSteps, 'proved'>;
  /** What waits for a user; without it nothing ever does. */
  readonly messagesOf?: (userId: string) => Promise<WaitingMessages>;
  /** What lamps of phones show; without it they show that nobody calls. */
  readonly lamps?: Pick<LampBoard, 'of' | 'onChange'>;
  /** Whom extensions of an account name, for lamps; without it they name nobody. */
  readonly watchedBy?: (accountId: string, extensions: readonly string[]) => Promise<ReadonlyMap<string, Watched>>;
  /** What keys of phones switch; without it there is nothing that they could. */
  readonly features?: PhoneFeatureDesk;
  readonly phones?: { readonly store: PhoneStore; readonly names: NameService };
  readonly trunks?: { readonly store: TrunkStore; readonly names: NameService };
  /** Where requests belong; without it everything is at home here. */
  readonly homes?: SipHomes;
  /** The other nodes of the cell; without it there are none. */
  readonly peers?: NodePeers;
  /** Whether phones are asked between their registrations whether they are there. */
  readonly asksPhones?: boolean;
}

/** The machines of SIP, each of which knows only those it needs. */
interface Machines extends CallMachines {
  readonly given: Given;
  readonly guard: SipGuard;
  readonly bindings: Bindings;
  readonly liveness: Liveness;
  readonly phoneLiveness: PhoneLiveness | undefined;
  readonly layer: TransactionLayer<Flow>;
  readonly strangers: Strangers;
  /** Of the sender of a request, past trusted proxies. */
  readonly addressOf: (request: SipRequest, flow: Flow) => string;
  /** Open WebSockets, also those without a registration: some are trusted because they once had one. */
  readonly pages: Set<Flow>;
}

interface CallMachines {
  readonly book: LegBook;
  readonly subscriptions: Subscriptions;
  readonly phones: PhoneAccounts | undefined;
  readonly trunks: Trunks | undefined;
  readonly nodes: NodeLines | undefined;
}

export function openSipCore(given: Given): SipCore {
  const machines = assemble(given);
  const { bindings, book, phones, trunks, subscriptions, layer, guard, liveness, pages } = machines;
  const withdrawals = openWithdrawals({ bindings, credentials: given.credentials, pages, subscriptions });
  return {
    bindings,
    book,
    phones,
    trunks,
    listener: listenerOf(machines),
    get transactions() {
      return layer.size;
    },
    get subscriptions() {
      return subscriptions.size;
    },
    messagesChanged: (userId) => subscriptions.messagesChanged(userId),
    watchedChanged: (accountId) => subscriptions.watchedChanged(accountId),
    featuresChanged: (id) => subscriptions.featuresChanged(id),
    tellToFetch: (endpointId) => {
      const { token, log, waysOut } = given;
      const flowTo = (binding: Binding) => flowToDevice(waysOut, binding);
      return tellToFetch({ bindings, layer, flowTo, token, log }, endpointId);
    },
    closeFlowsOf: withdrawals.closeFlowsOf,
    closeWithdrawn: withdrawals.closeWithdrawn,
    async stop() {
      const written = book.stop();
      guard.stop();
      subscriptions.stop();
      layer.stop();
      liveness.stop();
      machines.phoneLiveness?.stop();
      await written;
    },
  };
}

function assemble(given: Given): Machines {
  const { credentials, registrations, clock, log, token } = given;
  const guard = given.guard ?? openSipGuard({ clock, isShared: given.isTrustedProxy });
  const addressOf = (request: SipRequest, flow: Flow) => clientAddress(request, flow.remote, given.isTrustedProxy);
  const bindings = openBindings(registrations, clock, log);
  const liveness = openLiveness(clock, (flow, suspect) => bindings.markSuspect(flow, suspect));
  const layer = openTransactionLayer<Flow>({
    timers: clock,
    token,
    listener: {
      onRequest: (transaction) => dispatch(transaction),
      onAck: (ack) => calls.book.acknowledge(ack),
      // While nobody is authenticated yet there is no leg, and the INVITE ends here.
      onCancel: (transaction, cancel) => {
        calls.book.cancelled(transaction, cancel);
        if (!transaction.answered) transaction.reply(487);
      },
    },
  });
  const flowTo = (binding: Binding) => flowToDevice(given.waysOut, binding);
  const phoneLiveness = given.asksPhones
    ? openPhoneLiveness({ bindings, layer, clock, flowTo, token, random: given.random })
    : undefined;
  const calls = openCalls(given, bindings, layer);
  const { phones, trunks, nodes, book, subscriptions } = calls;
  const strangers = openStrangers({ bindings, phones, trunks, guard, addressOf });
  const dispatch = openDispatcher({
    authenticator: openAuthenticator({ realm, credentials, clock, token, addressOf, guard }),
    registrar: openRegistrar({ bindings, credentials, clock, token, log }),
    legs: book,
    subscriptions,
    bindings,
    phones,
    trunks,
    nodes,
    guard,
    strangers,
    homes: given.homes,
    gate: given.gate,
    steps: given.steps,
    addressOf,
    log,
    random: given.random,
  });
  return { ...calls, given, guard, bindings, liveness, phoneLiveness, layer, strangers, addressOf, pages: new Set() };
}

/** Everything that begins and carries calls. */
function openCalls(given: Given, bindings: Bindings, layer: TransactionLayer<Flow>): CallMachines {
  const { clock, log, token, random, waysOut } = given;
  const outside = {
    layer,
    clock,
    log,
    token,
    random,
    wayTo: (place: FoundPlace) => flowToPlace(waysOut, place),
  };
  const phones = given.phones && openPhoneAccounts({ ...outside, ...given.phones });
  const trunks =
    given.trunks &&
    openTrunks({
      ...outside,
      ...given.trunks,
      callsOf: (trunkId) => book.callsOf(trunkId),
      isDevice: ({ remote }) => bindings.isRegisteredFrom(remote),
    });
  const nodes =
    given.peers &&
    openNodeLines({
      peers: given.peers,
      layer,
      udp: (remote) => waysOut.udp(remote),
      now: () => clock.now().getTime(),
    });
  const back = {
    bindings,
    flowToTarget: (uri: string, address: string) => flowToTarget(waysOut, uri, address),
    flowToNode: (trunkId: string | null) => nodes?.flowTo(trunkId),
  };
  const book = openLegs({
    ...back,
    ground: { layer, clock, log, token, random },
    flowTo: (binding) => flowToDevice(waysOut, binding),
    outsideWay: (order) =>
      order.target.kind === 'trunk' ? (nodes?.wayOut(order) ?? trunks?.wayOut(order)) : phones?.wayOut(order),
    outsideLayer: ({ phoneId, trunkId }) =>
      trunkId === null ? (phoneId === null ? undefined : phones?.layerOf(phoneId)) : trunks?.layerOf(trunkId),
    udp: (remote) => waysOut.udp(remote),
    store: given.dialogs,
    onChange: (userId) => subscriptions.legsChanged(userId),
  });
  const subscriptions = openSubscriptions({
    ground: { layer, clock, log },
    routes: openLegRoutes(back),
    legsOf: (userId) => book.ofUser(userId),
    messagesOf: given.messagesOf ?? (async () => ({ fresh: 0, heard: 0 })),
    lamps: given.lamps ?? lampBoard(),
    watchedBy: given.watchedBy ?? (async () => new Map()),
    features: given.features ?? { of: async () => new Map(), change: async () => 'refused' },
  });
  return { phones, trunks, nodes, book, subscriptions };
}

const listenerOf = (machines: Machines): FlowListener => {
  const { given, pages, liveness, layer, bindings, book, phones, trunks } = machines;
  return {
    onOpen(flow) {
      if (!isBrowser(flow)) return;
      pages.add(flow);
      liveness.watch(flow);
    },
    onMessage(flow, text) {
      liveness.heard(flow, false);
      try {
        receive(machines, flow, text);
      } catch (error) {
        // One message must never end the exchange for everybody else.
        given.log.error({ err: error, remote: flow.remote }, 'sip: handling a message failed');
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
  };
};

function receive({ given, layer, guard, strangers, addressOf, nodes }: Machines, source: Flow, text: string) {
  const { log, clock, token, waysOut } = given;
  const parsed = parseMessage(text, { ...defaultLimits, size: given.messageBytes });
  if (parsed.kind === 'garbage') {
    log.debug({ remote: source.remote, why: parsed.why }, 'sip message dropped');
    return;
  }
  const message = parsed.kind === 'message' ? withSessionPart(parsed.message) : parsed.request;
  if (message.kind === 'response') return layer.receiveResponse(message);
  const back = answeredOver(message, source, waysOut);
  const flow = nodes?.named(message, back) ?? back;
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
}
