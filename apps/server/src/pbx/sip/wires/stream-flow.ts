import type { Socket } from 'node:net';
import { frameStream } from '@sidetone/sip/messages/stream.ts';
import { type Address, type Flow, type FlowLimits, type FlowListener, hostOf } from './flow.ts';
import { localAddressFor } from './local-address.ts';
import type { SipLog } from './sip-log.ts';

/** What the flows of one listening port have in common. */
export interface StreamGround {
  readonly transport: 'tcp' | 'tls';
  /** The address listened on. */
  readonly host: string;
  /** The port that others reach us by; none where nothing listens. */
  readonly port: number | undefined;
  readonly publicAddresses: readonly string[];
  readonly limits: FlowLimits;
  readonly log: SipLog;
}

/** Every open connection of one kind. */
export interface StreamFlows {
  /** An open flow of this id. */
  known(id: string): Flow | undefined;
  /** Makes a flow of a connection; `trusted`: we connected ourselves. */
  follow(socket: Socket, about: { id: string; remote: Address; trusted: boolean }): Flow;
  /** Lets what was said last arrive, then ends every connection. */
  close(): void;
}

/** For the other side to take part in closing. */
const closeWithinMs = 500;

/** Frames SIP on connections that deliver a stream of bytes (RFC 3261 §18.3), within the limits. */
export function openStreamFlows(ground: StreamGround, listener: FlowListener): StreamFlows {
  const { transport, host, port, limits, log } = ground;
  const flows = new Map<string, Flow>();
  const sockets = new Set<Socket>();

  return {
    known(id) {
      const flow = flows.get(id);
      return flow?.open ? flow : undefined;
    },
    follow(socket, { id, remote, trusted }) {
      const framer = frameStream(limits.messageBytes);
      const local = hostOf(localAddressFor(remote.address, host, ground.publicAddresses));
      let open = true;
      const flow: Flow = {
        id,
        transport,
        reliable: true,
        remote,
        trusted,
        via: { transport: transport.toUpperCase(), host: local, ...(port !== undefined && { port }) },
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
      const partial = patience(limits.partialMs, () => socket.destroy());
      let lastMessage = performance.now();
      const watch = () => {
        socket.setTimeout(flow.trusted ? limits.trustedIdleMs : limits.strangerIdleMs);
        if (framer.waiting) partial.begin();
        else partial.end();
      };
      socket.setNoDelay(true);
      socket.setKeepAlive(true, 60_000);
      socket.on('data', (data: Buffer) => {
        const frames = framer.push(data);
        if (frames.length > 0) partial.end();
        if (frames.some(({ kind }) => kind === 'message')) lastMessage = performance.now();
        else if (!flow.trusted && performance.now() - lastMessage > limits.strangerKeptMs) return void socket.destroy();
        for (const frame of frames) {
          if (frame.kind === 'ping' || frame.kind === 'pong') listener.onKeepAlive(flow, frame.kind);
          else listener.onMessage(flow, Buffer.from(frame.bytes).toString('utf8'));
          if (frame.kind !== 'broken') continue;
          log.debug({ remote }, `sip ${transport} stream cannot be followed`);
          // RFC 3261 §18.3: where its message ends is not to be known, so 400 is the last word of this connection.
          open = false;
          socket.end();
          setTimeout(() => socket.destroy(), closeWithinMs).unref();
        }
        watch();
      });
      socket.on('timeout', () => socket.destroy());
      socket.on('error', (error) => log.debug({ err: error, remote }, `sip ${transport} connection error`));
      sockets.add(socket);
      socket.on('close', () => {
        open = false;
        partial.end();
        sockets.delete(socket);
        if (flows.get(id) === flow) flows.delete(id);
        listener.onClose(flow);
      });
      watch();
      flows.set(id, flow);
      listener.onOpen(flow);
      return flow;
    },
    close() {
      for (const socket of sockets) {
        const timer = setTimeout(() => socket.destroy(), closeWithinMs);
        socket.once('close', () => clearTimeout(timer));
        socket.end();
      }
    },
  };
}

/**
 * How long the rest of a message is waited for, counted from its first byte: neither a trickle of bytes nor what we send
 * ourselves may put it off. Each whole message ends it, as what waits after that began later.
 */
const patience = (ms: number, onOver: () => void): { begin(): void; end(): void } => {
  let timer: NodeJS.Timeout | undefined;
  return {
    begin() {
      timer ??= setTimeout(onOver, ms);
    },
    end() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
};
