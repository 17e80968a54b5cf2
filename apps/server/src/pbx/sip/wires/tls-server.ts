import { isIP, type Socket } from 'node:net';
import { connect, createServer, getCACertificates, type Server } from 'node:tls';
import { type Address, connectionCounter, type Flow, type FlowListener, plainAddress } from './flow.ts';
import { openStreamFlows, type StreamFlows, type StreamGround } from './stream-flow.ts';
import { tlsFault } from './tls-fault.ts';

export interface TlsServer {
  /**
   * An open connection to this address, or a new one, whose certificate must be valid for `name` (RFC 5922 §7.2): a host
   * or domain name, or the address itself. Where it is not, the flow ends and its `failure` says why. Undefined when the
   * address is no IP address.
   */
  flowTo(remote: Address, name: string): Flow | undefined;
  /** Proves from now on by these (PEM) that it is us; connections that are there stay as they are. */
  useCertificate(pair: Pick<TlsListener, 'key' | 'cert'>): void;
  close(): Promise<void>;
}

/** Where to listen, and what proves that it is us; both PEM. */
export interface TlsListener {
  readonly port: number;
  readonly key: string;
  readonly cert: string;
}

/** RFC 8996 forbids what is older. */
const minVersion = 'TLSv1.2';

/**
 * SIP over TLS: connections to others, and a listening port where there is a certificate for it. Rejects when the port
 * is taken.
 */
export async function openTlsServer(given: TlsGround, listener: FlowListener): Promise<TlsServer> {
  const { listen, limits } = given;
  const flows = openStreamFlows({ ...given, transport: 'tls', port: listen?.port }, listener);
  const server = listen && (await openListener(given.host, listen, limits.partialMs));
  const unproven = server && acceptAll(server, flows, given);
  return {
    flowTo(remote, name) {
      const id = `tls:${remote.address}:${remote.port}/${name}`;
      const known = flows.known(id);
      if (known) return known;
      return isIP(remote.address) === 0 ? undefined : connectTo(given, flows, { id, remote, name });
    },
    useCertificate: ({ key, cert }) => server?.setSecureContext({ key, cert, minVersion }),
    close: async () => {
      if (!server || !unproven) return flows.close();
      await closeListener(server, () => flows.close(), unproven);
    },
  };
}

interface TlsGround extends Omit<StreamGround, 'transport' | 'port'> {
  readonly listen?: TlsListener | undefined;
  /** Certificates of authorities (PEM) that are trusted besides those of the system. */
  readonly authorities?: readonly string[] | undefined;
}

/** Takes connections from now on; gives those whose handshake is not over yet. */
function acceptAll(server: Server, flows: StreamFlows, { limits, log }: TlsGround): ReadonlySet<Socket> {
  const counter = connectionCounter(limits);
  const unproven = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (address === '' || !counter.take(address)) {
      socket.destroy();
      return;
    }
    unproven.add(socket);
    socket.on('close', () => {
      unproven.delete(socket);
      counter.giveBack(address);
    });
  });
  server.on('secureConnection', (socket) => {
    const remote = { address: plainAddress(socket.remoteAddress ?? ''), port: socket.remotePort ?? 0 };
    if (remote.address === '') socket.destroy();
    else flows.follow(socket, { id: `tls:${remote.address}:${remote.port}`, remote, trusted: false });
  });
  server.on('tlsClientError', (error, socket) => {
    log.debug({ err: error, remote: socket.remoteAddress }, 'sip: TLS handshake failed');
    socket.destroy();
  });
  server.on('error', (error) => log.warn({ err: error }, 'sip: TLS server failed'));
  return unproven;
}

const closeListener = (server: Server, closeFlows: () => void, unproven: ReadonlySet<Socket>): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    closeFlows();
    setTimeout(() => {
      for (const socket of unproven) socket.destroy();
    }, 500).unref();
  });

function connectTo(
  { limits, log, authorities = [] }: TlsGround,
  flows: StreamFlows,
  { id, remote, name }: { readonly id: string; readonly remote: Address; readonly name: string },
): Flow {
  const socket = connect({
    host: remote.address,
    port: remote.port,
    minVersion,
    // An address is checked as such, a name also tells a server of many which one is meant (RFC 6066 §3).
    ...(isIP(name) === 0 ? { servername: name } : { host: name, lookup: toAddress(remote.address) }),
    ca: [...getCACertificates('default'), ...getCACertificates('system'), ...authorities],
  });
  const flow = flows.follow(socket, { id, remote, trusted: true });
  socket.prependListener('error', (error: NodeJS.ErrnoException) => {
    flow.failure = tlsFault(error, name);
    log.warn({ remote, name, why: flow.failure }, 'sip: TLS connection refused');
  });
  // A client that takes the connection and never proves anything is disconnected; an open one may be idle for long.
  const patience = setTimeout(() => {
    flow.failure = `${name} does not begin with TLS`;
    socket.destroy();
  }, limits.partialMs);
  for (const settled of ['secureConnect', 'close'] as const) socket.once(settled, () => clearTimeout(patience));
  return flow;
}

const openListener = (host: string, { port, key, cert }: TlsListener, handshakeTimeout: number): Promise<Server> => {
  const opening = createServer({ key, cert, minVersion, handshakeTimeout });
  return new Promise((resolve, reject) => {
    opening.once('error', reject);
    opening.listen({ host, port }, () => {
      opening.off('error', reject);
      resolve(opening);
    });
  });
};

/** A name service for one connection: the address was found before. */
const toAddress =
  (address: string) =>
  (_host: string, _options: object, done: (error: null, address: string, family: number) => void): void =>
    done(null, address, isIP(address));
