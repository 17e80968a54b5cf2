import { connect, createServer, isIP, type Socket } from 'node:net';
import { frameStream } from '@sidetone/sip/messages/stream.ts';
import {
  type Address,
  connectionCounter,
  type Flow,
  type FlowLimits,
  type FlowListener,
  hostOf,
  plainAddress,
} from './flow.ts';
import { localAddressFor } from './local-address.ts';
import type { SipLog } from './sip-log.ts';

export interface TcpServer {
  /** An open connection to this address, or a new one; undefined when the address is no IP address. */
  flowTo(remote: Address): Flow | undefined;
  close(): Promise<void>;
}

/** For the other side to take part in closing. */
const closeWithinMs = 500;

/** Listens for SIP over TCP. Rejects when the port is taken. */
export async function openTcpServer(
  given: {
    readonly host: string;
    readonly port: number;
    readonly publicAddresses: readonly string[];
    readonly limits: FlowLimits;
    readonly log: SipLog;
  },
  listener: FlowListener,
): Promise<TcpServer> {
  const { host, port, limits, log } = given;
  const flows = new Map<string, Flow>();
  const sockets = new Set<Socket>();
  const counter = connectionCounter(limits);

  const follow = (socket: Socket, remote: Address, trusted: boolean): Flow => {
    const id = `tcp:${remote.address}:${remote.port}`;
    const framer = frameStream(limits.messageBytes);
    const local = localAddressFor(remote.address, host, given.publicAddresses);
    let open = true;
    const flow: Flow = {
      id,
      transport: 'tcp',
      reliable: true,
      remote,
      trusted,
      via: { transport: 'TCP', host: hostOf(local), port },
      get open() {
        return open;
      },
      send(text) {
        if (!open) return false;
        if (socket.writableLength > limits.sendBufferBytes) {
          socket.destroy();
          return false;
        }
        socket.write(text);
        return true;
      },
      keepAlive: (kind) => void flow.send(kind === 'ping' ? '\r\n\r\n' : '\r\n'),
      close: () => socket.destroy(),
    };
    const watch = () =>
      socket.setTimeout(
        framer.waiting ? limits.partialMs : flow.trusted ? limits.trustedIdleMs : limits.strangerIdleMs,
      );
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 60_000);
    socket.on('data', (data: Buffer) => {
      for (const frame of framer.push(data)) {
        if (frame.kind === 'ping' || frame.kind === 'pong') listener.onKeepAlive(flow, frame.kind);
        else listener.onMessage(flow, Buffer.from(frame.bytes).toString('utf8'));
        if (frame.kind !== 'broken') continue;
        log.debug({ remote }, 'sip tcp stream cannot be followed');
        // RFC 3261 §18.3: where its message ends is not to be known, so 400 is the last word of this connection.
        open = false;
        socket.end();
        setTimeout(() => socket.destroy(), closeWithinMs).unref();
      }
      watch();
    });
    socket.on('timeout', () => socket.destroy());
    socket.on('error', (error) => log.debug({ err: error, remote }, 'sip tcp connection error'));
    sockets.add(socket);
    socket.on('close', () => {
      open = false;
      sockets.delete(socket);
      if (flows.get(id) === flow) flows.delete(id);
      listener.onClose(flow);
    });
    watch();
    flows.set(id, flow);
    listener.onOpen(flow);
    return flow;
  };

  const server = createServer((socket) => {
    const remote = { address: plainAddress(socket.remoteAddress ?? ''), port: socket.remotePort ?? 0 };
    if (remote.address === '' || !counter.take(remote.address)) {
      socket.destroy();
      return;
    }
    socket.on('close', () => counter.giveBack(remote.address));
    follow(socket, remote, false);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', (error) => log.warn({ err: error }, 'sip tcp server error'));

  return {
    flowTo(remote) {
      const known = flows.get(`tcp:${remote.address}:${remote.port}`);
      if (known?.open) return known;
      if (isIP(remote.address) === 0) return undefined;
      // Whom we connect to is no stranger.
      return follow(connect({ host: remote.address, port: remote.port }), remote, true);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // What was said last still arrives.
        for (const socket of sockets) {
          const timer = setTimeout(() => socket.destroy(), closeWithinMs);
          socket.once('close', () => clearTimeout(timer));
          socket.end();
        }
      }),
  };
}
