import { connect, createServer, isIP } from 'node:net';
import { type Address, connectionCounter, type Flow, type FlowListener, plainAddress } from './flow.ts';
import { openStreamFlows, type StreamGround } from './stream-flow.ts';

export interface TcpServer {
  /** An open connection to this address, or a new one; undefined when the address is no IP address. */
  flowTo(remote: Address): Flow | undefined;
  close(): Promise<void>;
}

/** Listens for SIP over TCP. Rejects when the port is taken. */
export async function openTcpServer(
  given: Omit<StreamGround, 'transport' | 'port'> & { readonly port: number },
  listener: FlowListener,
): Promise<TcpServer> {
  const { host, port, limits, log } = given;
  const flows = openStreamFlows({ ...given, transport: 'tcp' }, listener);
  const counter = connectionCounter(limits);
  const idOf = (remote: Address) => `tcp:${remote.address}:${remote.port}`;

  const server = createServer((socket) => {
    const remote = { address: plainAddress(socket.remoteAddress ?? ''), port: socket.remotePort ?? 0 };
    if (remote.address === '' || !counter.take(remote.address)) {
      socket.destroy();
      return;
    }
    socket.on('close', () => counter.giveBack(remote.address));
    flows.follow(socket, { id: idOf(remote), remote, trusted: false });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', (error) => log.warn({ err: error }, 'sip: TCP server failed'));

  return {
    flowTo(remote) {
      const known = flows.known(idOf(remote));
      if (known) return known;
      if (isIP(remote.address) === 0) return undefined;
      // Whom we connect to is no stranger.
      const socket = connect({ host: remote.address, port: remote.port });
      return flows.follow(socket, { id: idOf(remote), remote, trusted: true });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        flows.close();
      }),
  };
}
