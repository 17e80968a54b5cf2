import type { IncomingMessage } from 'node:http';
import type { PhoneFeatureDesk } from '@sidetone/contract/rules/phones/phone-features.ts';
import type { WebSocket } from 'ws';
import type { CallSteps } from '../call-steps.ts';
import type { Legs } from '../calls/legs.ts';
import type { LampBoard, Watched } from '../lamps.ts';
import type { Credentials, ExchangeClock, GuardKeeper, WaitingMessages } from '../ports.ts';
import { systemNames } from './accounts/name-service.ts';
import type { PhoneStore } from './accounts/phone-account.ts';
import type { PhonePlace } from './accounts/phone-accounts.ts';
import { openSipGuard, type SipGuard } from './admission/guard.ts';
import type { DialogStore } from './dialogs/stored-dialog.ts';
import type { InviteGate } from './dispatcher.ts';
import type { SipHomes } from './elsewhere.ts';
import type { NodePeers } from './node-peers.ts';
import { isPublicAddress } from './public-address.ts';
import { randomSource } from './random-source.ts';
import type { RegistrationStore } from './registrar/registration-store.ts';
import type { LettingGo } from './registrar/withdrawals.ts';
import { openSipCore, type SipCore } from './sip-core.ts';
import { type CallTraces, openCallTraces, type TraceStore } from './traces/call-traces.ts';
import type { TrunkAnswer } from './trunks/ask-trunk.ts';
import type { TrunkStore } from './trunks/trunk-account.ts';
import type { TrunkStanding } from './trunks/trunks.ts';
import type { WaysOut } from './ways-out.ts';
import { type FlowLimits, type FlowListener, flowLimits } from './wires/flow.ts';
import type { SipLog } from './wires/sip-log.ts';
import { openTcpServer, type TcpServer } from './wires/tcp-server.ts';
import { openTlsServer, type TlsListener, type TlsServer } from './wires/tls-server.ts';
import { openUdpSocket, type UdpSocket } from './wires/udp-socket.ts';
import { openWebSocketFlows, type WebSocketClient, type WebSocketFlows } from './wires/websocket-flow.ts';

interface SipConfig {
  /** Address to listen on. */
  readonly host: string;
  /** UDP and TCP. */
  readonly sipPort: number;
  /** TLS, where it is listened for. */
  readonly tls?: TlsListener | undefined;
  /** Authorities (PEM) whose certificates are trusted besides those that the system trusts. */
  readonly authorities?: readonly string[];
  readonly publicAddresses: readonly string[];
  /** How we call ourselves towards an address, where that is not the address of this machine. */
  readonly ownNameTowards?: (address: string) => string | undefined;
  /** Whether this is a proxy of ours, whose word about who is behind it counts; without it nobody is. */
  readonly isTrustedProxy?: (address: string) => boolean;
  /** Whether strangers on the public internet get no answer to an INVITE. */
  readonly ignoresStrangers?: boolean;
}

export interface Sip extends LettingGo {
  readonly legs: Legs;
  /** Takes an upgraded connection of the subprotocol `sip` (RFC 7118); `client` where a trusted proxy tells who it is. */
  handleWebSocket(socket: WebSocket, request: IncomingMessage, client?: WebSocketClient): void;
  /** Hears whose devices came, went or fell silent; gives the way to stop listening. */
  onRegistrationChange(listener: (change: { readonly userId: string }) => void): () => void;
  /** Reads a phone of the classic generation again: it was added, changed, switched on or off, or removed. */
  refreshPhone(phoneId: string): Promise<void>;
  /** Reads a trunk again: it was added, changed, switched on or off, or removed. */
  refreshTrunk(trunkId: string): Promise<void>;
  /** Asks the other side of a trunk now; undefined while nothing leads there. */
  askTrunk(trunkId: string): Promise<TrunkAnswer | undefined>;
  /** How a trunk stands; undefined while nothing leads there. */
  trunkStanding(trunkId: string): TrunkStanding | undefined;
  /** Where a phone of the classic generation is registered, and how its audio goes there; undefined while it is not. */
  phonePlace(phoneId: string): PhonePlace | undefined;
  /** Messages of this user came, were heard or went: their phones are told (RFC 3842). */
  messagesChanged(userId: string): void;
  /** People or extensions of this account changed, or with null maybe of any: lamps follow whom extensions name. */
  watchedChanged(accountId: string | null): void;
  /** This user or line was changed, or with null maybe any: phones show what their keys switch. */
  featuresChanged(id: string | null): void;
  /** Asks a device to fetch its settings; gives how many of its registrations were asked. */
  tellToFetch(endpointId: string): number;
  /** Begins the check of a secret by which the phone of this name fetches its settings; null while none from there is checked. */
  checkSetup: SipGuard['checkSetup'];
  /** Proves from now on by this certificate and key (PEM) that it is us; connections that are there stay. */
  useCertificate(pair: Pick<TlsListener, 'key' | 'cert'>): void;
  /** How many legs and transactions live; for metrics. */
  sizes(): { readonly legs: number; readonly transactions: number };
  /**
   * Ends as a process that is killed does, with everything written: no phone hears of it, and nothing is unregistered. The next
   * carrier of the node goes on with all of it.
   */
  leave(): Promise<void>;
  stop(): Promise<void>;
}

interface Given {
  readonly config: SipConfig;
  readonly credentials: Credentials;
  readonly registrations: RegistrationStore;
  /** Where dialogs outlive a restart. */
  readonly dialogs: DialogStore;
  /** Phones to register elsewhere. */
  readonly phones?: PhoneStore;
  /** Ways to the outside. */
  readonly trunks?: TrunkStore;
  /** What waits for a user; without it nothing ever does. */
  readonly messagesOf?: (userId: string) => Promise<WaitingMessages>;
  /** Without it no call is refused because many are being begun. */
  readonly gate?: InviteGate;
  /** Hears of INVITEs that begin calls; without it nobody does. */
  readonly steps?: Pick<CallSteps, 'proved'> | undefined;
  /** What lamps of phones show; without it they show that nobody calls. */
  readonly lamps?: Pick<LampBoard, 'of' | 'onChange'>;
  /** Whom extensions of an account name, for lamps; without it they name nobody. */
  readonly watchedBy?: (accountId: string, extensions: readonly string[]) => Promise<ReadonlyMap<string, Watched>>;
  /** What keys of phones switch; without it there is nothing that they could. */
  readonly features?: PhoneFeatureDesk;
  /** Where requests belong; without it everything is at home here. */
  readonly homes?: SipHomes | undefined;
  /** The other nodes of the cell; without it there are none. */
  readonly peers?: NodePeers | undefined;
  /** Where the SIP messages of calls are kept after their end; without it none are. */
  readonly traces?: TraceStore | undefined;
  /** Where bans and counts of refusals outlive a restart. */
  readonly guardKeeper?: GuardKeeper;
  readonly clock: ExchangeClock;
  /** Takes what arrives; without it that is taken as it comes. */
  readonly whenAwake?: (task: () => void) => void;
  readonly log: SipLog;
  readonly limits?: Partial<FlowLimits>;
}

/** Starts SIP over UDP, TCP, TLS and WebSocket. Rejects when a port is taken or the registrations cannot be read. */
export async function startSip(given: Given): Promise<Sip> {
  const limits = { ...flowLimits, ...given.limits };
  const guard = openGuard(given);
  await guard.load();
  const core = openCore({ ...given, guard }, limits, {
    udp: (remote) => wires.udp.flowTo(remote),
    tcp: (remote) => wires.tcp.flowTo(remote),
    tls: (remote, name) => wires.tls.flowTo(remote, name),
  });
  const { bindings, book } = core;
  await Promise.all([bindings.load(), book.load()]);
  const traces = given.traces && openCallTraces({ clock: given.clock, log: given.log, store: given.traces });
  const wires = await openWires(given, limits, heldBack(traced(core.listener, traces), given.whenAwake));
  let isOver = false;
  await core.phones?.load();
  await core.trunks?.load();
  return {
    legs: book.legs,
    handleWebSocket: (socket, request, client) => wires.webSockets.accept(socket, request, client),
    onRegistrationChange: (hear) => bindings.onChange(hear),
    closeFlowsOf: (whose) => core.closeFlowsOf(whose),
    closeWithdrawn: (endpointId) => core.closeWithdrawn(endpointId),
    phonePlace: (phoneId) => core.phones?.placeOf(phoneId),
    messagesChanged: (userId) => core.messagesChanged(userId),
    watchedChanged: (accountId) => core.watchedChanged(accountId),
    featuresChanged: (id) => core.featuresChanged(id),
    refreshPhone: async (phoneId) => core.phones?.refresh(phoneId),
    refreshTrunk: async (trunkId) => core.trunks?.refresh(trunkId),
    askTrunk: async (trunkId) => core.trunks?.ask(trunkId),
    trunkStanding: (trunkId) => core.trunks?.standing(trunkId),
    tellToFetch: (endpointId) => core.tellToFetch(endpointId),
    checkSetup: (address, name) => guard.checkSetup(address, name),
    useCertificate: (pair) => wires.tls.useCertificate(pair),
    sizes: () => ({ legs: book.size, transactions: core.transactions }),
    async leave() {
      isOver = true;
      // Before anything is heard that nobody would write down any more: it is sent again to the next carrier.
      await closeWires(wires, 1012);
      await core.stop();
      await traces?.stop();
      await bindings.stop();
    },
    async stop() {
      if (isOver) return;
      isOver = true;
      await Promise.all([core.phones?.stop(), core.trunks?.stop()]);
      const written = core.stop();
      await Promise.all([written, closeWires(wires)]);
      await traces?.stop();
      await bindings.stop();
    },
  };
}

/** A listener that waits with what comes, where it has to. */
const heldBack = (listener: FlowListener, whenAwake: Given['whenAwake']): FlowListener =>
  whenAwake === undefined
    ? listener
    : { ...listener, onMessage: (flow, text) => whenAwake(() => listener.onMessage(flow, text)) };

/** A listener that has what comes and goes noted. */
const traced = (listener: FlowListener, traces: CallTraces | undefined): FlowListener =>
  traces === undefined
    ? listener
    : {
        ...listener,
        onMessage(flow, text) {
          traces.note('in', flow, text);
          listener.onMessage(flow, text);
        },
        onSent: (flow, text) => traces.note('out', flow, text),
      };

const openGuard = ({ config, clock, guardKeeper }: Given): SipGuard =>
  openSipGuard({
    clock,
    keeper: guardKeeper,
    isShared: config.isTrustedProxy,
    rate: rateOfSource,
    ignoresStrangersAt: (address) => (config.ignoresStrangers ?? false) && isPublicAddress(address),
  });

function openCore(given: Given & { readonly guard: SipGuard }, limits: FlowLimits, waysOut: WaysOut): SipCore {
  const { config, guard, credentials, registrations, dialogs, clock, log } = given;
  const random = randomSource();
  return openSipCore({
    guard,
    credentials,
    registrations,
    dialogs,
    clock,
    log,
    token: () => random.take(12).toString('hex'),
    random: () => random.take(4).readUInt32BE() / 2 ** 32,
    waysOut,
    messageBytes: limits.messageBytes,
    asksPhones: true,
    ...(config.isTrustedProxy && { isTrustedProxy: config.isTrustedProxy }),
    ...(given.messagesOf ? { messagesOf: given.messagesOf } : {}),
    ...(given.homes && { homes: given.homes }),
    ...(given.peers && { peers: given.peers }),
    ...(given.gate && { gate: given.gate }),
    ...(given.steps && { steps: given.steps }),
    ...(given.lamps && { lamps: given.lamps }),
    ...(given.watchedBy && { watchedBy: given.watchedBy }),
    ...(given.features && { features: given.features }),
    ...(given.phones ? { phones: { store: given.phones, names: systemNames() } } : {}),
    ...(given.trunks ? { trunks: { store: given.trunks, names: systemNames() } } : {}),
  });
}

interface Wires {
  readonly udp: UdpSocket;
  readonly tcp: TcpServer;
  readonly tls: TlsServer;
  readonly webSockets: WebSocketFlows;
}

/** Opens all ports; where one is taken, those before it are closed again. */
async function openWires({ config, log }: Given, limits: FlowLimits, listener: FlowListener): Promise<Wires> {
  const { host, sipPort: port, publicAddresses, ownNameTowards } = config;
  const at = { host, port, publicAddresses, log, ...(ownNameTowards && { ownNameTowards }) };
  const udp = await openUdpSocket(at, listener);
  const tcp = await openTcpServer({ ...at, limits }, listener).catch(async (error: unknown) => {
    await udp.close();
    throw error;
  });
  const secure = { ...at, limits, listen: config.tls, authorities: config.authorities };
  const tls = await openTlsServer(secure, listener).catch(async (error: unknown) => {
    await Promise.all([udp.close(), tcp.close()]);
    throw error;
  });
  return { udp, tcp, tls, webSockets: openWebSocketFlows(limits, listener) };
}

const closeWires = ({ udp, tcp, tls, webSockets }: Wires, code?: number) =>
  Promise.all([webSockets.close(code), tls.close(), tcp.close(), udp.close()]);

/** An office behind one address starts all its phones at the same time; after that it has little to ask. */
const rateOfSource = { burst: 1000, perSecond: 50 };
