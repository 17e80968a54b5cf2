import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parseUri } from '@sidetone/sip/grammar/uri.ts';
import { serializeVia, withSource } from '@sidetone/sip/grammar/via.ts';
import { viaOf } from '@sidetone/sip/messages/message.ts';
import { defaultLimits, parseMessage } from '@sidetone/sip/messages/parse.ts';
import { openTransactionLayer, refuseStatelessly } from '@sidetone/sip/transactions/transaction-layer.ts';
import type { WebSocket } from 'ws';
import type { Legs } from '../calls/legs.ts';
import type { Credentials, ExchangeClock } from '../ports.ts';
import { openAuthenticator } from './authenticate.ts';
import { type Binding, isBrowser, openBindings } from './bindings.ts';
import { openDispatcher } from './dispatcher.ts';
import { type Flow, type FlowLimits, type FlowListener, flowLimits } from './flow.ts';
import { openLegs } from './legs.ts';
import { openLiveness } from './liveness.ts';
import { openRegistrar } from './registrar.ts';
import type { RegistrationStore } from './registration-store.ts';
import type { SipLog } from './sip-log.ts';
import { openTcpServer } from './tcp-server.ts';
import { openUdpSocket } from './udp-socket.ts';
import { openWebSocketFlows } from './websocket-flow.ts';

export interface SipConfig {
  /** Address to listen on. */
  readonly host: string;
  /** UDP and TCP. */
  readonly sipPort: number;
  readonly publicAddresses: readonly string[];
}

export interface Sip {
  readonly legs: Legs;
  /** Takes an upgraded connection of the subprotocol `sip` (RFC 7118). */
  handleWebSocket(socket: WebSocket, request: IncomingMessage): void;
  /** Hears whose devices came, went or fell silent; gives the way to stop listening. */
  onRegistrationChange(listener: (change: { readonly userId: string }) => void): () => void;
  /** Forgets the devices of an endpoint or a user and closes their connections: its credentials were withdrawn. */
  closeFlowsOf(whose: { readonly endpointId: string } | { readonly userId: string }): Promise<void>;
  /** How many legs and transactions live; for tests and metrics. */
  sizes(): { readonly legs: number; readonly transactions: number };
  stop(): Promise<void>;
}

/** The realm of every challenge; HA1s are made with it. */
export const realm = 'sidetone';

/** Starts SIP over UDP, TCP and WebSocket. Rejects when the port is taken or the registrations cannot be read. */
export async function startSip(given: {
  readonly config: SipConfig;
  readonly credentials: Credentials;
  readonly registrations: RegistrationStore;
  readonly clock: ExchangeClock;
  readonly log: SipLog;
  readonly limits?: Partial<FlowLimits>;
}): Promise<Sip> {
  const { config, credentials, registrations, clock, log } = given;
  const limits = { ...flowLimits, ...given.limits };
  const token = () => randomBytes(12).toString('hex');
  const random = () => randomBytes(4).readUInt32BE() / 2 ** 32;

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
  const flowToTarget = (text: string): Flow | undefined => {
    const uri = parseUri(text);
    return uri && tcp.flowTo({ address: uri.host.replace(/^\[|\]$/g, ''), port: uri.port ?? 5060 });
  };
  const flowTo = (binding: Binding): Flow | undefined => {
    if (binding.flow?.open) return binding.flow;
    if (isBrowser(binding)) return undefined;
    if (binding.transport === 'udp') return udp.flowTo({ address: binding.remoteAddress, port: binding.remotePort });
    return flowToTarget(binding.contactUri);
  };
  const book = openLegs({ ground: { layer, clock, log, token, random }, bindings, flowTo, flowToTarget });
  const dispatch = openDispatcher({
    authenticator: openAuthenticator({ realm, credentials, clock, token }),
    registrar: openRegistrar({ bindings, clock, token, log }),
    legs: book,
    log,
  });

  const receive = (flow: Flow, text: string) => {
    const parsed = parseMessage(text, { ...defaultLimits, size: limits.messageBytes });
    if (parsed.kind === 'garbage') {
      log.debug({ remote: flow.remote, why: parsed.why }, 'sip message dropped');
      return;
    }
    const message = parsed.kind === 'message' ? parsed.message : parsed.request;
    if (message.kind === 'response') return layer.receiveResponse(message);
    const { address, port } = flow.remote;
    message.headers.setFirst('Via', serializeVia(withSource(viaOf(message), address, port)));
    if (parsed.kind === 'message') return layer.receiveRequest(message, flow);
    log.debug({ remote: flow.remote, phrase: parsed.phrase }, 'malformed sip request');
    flow.send(refuseStatelessly(message, parsed.status, parsed.phrase, token()));
  };
  const listener: FlowListener = {
    onOpen(flow) {
      if (isBrowser(flow)) liveness.watch(flow);
    },
    onMessage(flow, text) {
      liveness.heard(flow, false);
      try {
        receive(flow, text);
      } catch (error) {
        // One message must never end the exchange for everybody else.
        log.error({ err: error, remote: flow.remote }, 'sip message failed');
      }
    },
    onKeepAlive(flow, kind) {
      liveness.heard(flow, kind === 'pong');
      if (kind === 'ping') flow.keepAlive('pong');
    },
    onClose(flow) {
      liveness.forget(flow);
      layer.hopLost(flow);
      bindings.flowLost(flow);
      book.flowLost(flow);
    },
  };

  await bindings.load();
  const at = { host: config.host, port: config.sipPort, publicAddresses: config.publicAddresses, log };
  const udp = await openUdpSocket(at, listener);
  const tcp = await openTcpServer({ ...at, limits }, listener).catch(async (error: unknown) => {
    await udp.close();
    throw error;
  });
  const webSockets = openWebSocketFlows(limits, listener);

  return {
    legs: book.legs,
    handleWebSocket: (socket, request) => webSockets.accept(socket, request),
    onRegistrationChange: (hear) => bindings.onChange(hear),
    async closeFlowsOf(whose) {
      const theirs = 'userId' in whose ? bindings.ofUser(whose.userId) : bindings.ofEndpoint(whose.endpointId);
      const flows = theirs.map((binding) => binding.flow);
      await bindings.drop(theirs);
      for (const flow of flows) flow?.close();
    },
    sizes: () => ({ legs: book.size, transactions: layer.size }),
    async stop() {
      book.stop();
      layer.stop();
      liveness.stop();
      webSockets.close();
      await Promise.all([udp.close(), tcp.close()]);
      await bindings.stop();
    },
  };
}
