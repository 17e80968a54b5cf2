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
  readonly ownNameTowards?: (address: string) => string | undefined;
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

/** Where SIP comes from and goes to over one listening port. */
interface Streams {
  readonly ground: StreamGround;
  readonly listener: FlowListener;
  readonly flows: Map<string, Flow>;
  readonly sockets: Set<Socket>;
}

/** One connection with its flow. */
interface Connection {
  readonly socket: Socket;
  readonly flow: Flow;
  readonly framer: ReturnType<typeof frameStream>;
  /** For the rest of a message that began. */
  readonly partial: Patience;
  open: boolean;
  lastMessage: number;
}

/** Frames SIP on connections that deliver a stream of bytes (RFC 3261 §18.3), within the limits. */
export function openStreamFlows(ground: StreamGround, listener: FlowListener): StreamFlows {
  const streams: Streams = { ground, listener, flows: new Map(), sockets: new Set() };
  return {
    known(id) {
      const flow = streams.flows.get(id);
      return flow?.open ? flow : undefined;
    },
    follow: (socket, about) => follow(streams, socket, about),
    close() {
      for (const socket of streams.sockets) {
        const timer = setTimeout(() => socket.destroy(), closeWithinMs);
        socket.once('close', () => clearTimeout(timer));
        socket.end();
      }
    },
  };
}

type About = Parameters<StreamFlows['follow']>[1];

function follow(streams: Streams, socket: Socket, about: About): Flow {
  const { ground, listener, flows, sockets } = streams;
  const { transport, limits, log } = ground;
  const { id, remote } = about;
  const connection: Connection = {
    socket,
    flow: flowOver(streams, socket, about, () => connection.open),
    framer: frameStream(limits.messageBytes),
    partial: patience(limits.partialMs, () => socket.destroy()),
    open: true,
    lastMessage: performance.now(),
  };
  const { flow, partial } = connection;
  socket.setNoDelay(true);
  socket.setKeepAlive(true, 60_000);
  socket.on('data', (data: Buffer) => read(streams, connection, data));
  socket.on('timeout', () => socket.destroy());
  socket.on('error', (error) => log.debug({ err: error, remote }, `sip ${transport} connection error`));
  sockets.add(socket);
  socket.on('close', () => {
    connection.open = false;
    partial.end();
    sockets.delete(socket);
    if (flows.get(id) === flow) flows.delete(id);
    listener.onClose(flow);
  });
  watch(ground.limits, connection);
  flows.set(id, flow);
  listener.onOpen(flow);
  return flow;
}

function flowOver(
  { ground, listener }: Streams,
  socket: Socket,
  { id, remote, trusted }: About,
  isOpen: () => boolean,
): Flow {
  const { transport, host, port, limits } = ground;
  const local = hostOf(localAddressFor(remote.address, host, ground.publicAddresses));
  const flow: Flow = {
    id,
    transport,
    reliable: true,
    remote,
    ownName: ground.ownNameTowards?.(remote.address),
    trusted,
    via: { transport: transport.toUpperCase(), host: local, ...(port !== undefined && { port }) },
    get open() {
      return isOpen();
    },
    send(text) {
      if (!isOpen()) return false;
      if (socket.writableLength > limits.sendBufferBytes) {
        socket.destroy();
        return false;
      }
      socket.write(text);
      listener.onSent?.(flow, text);
      return true;
    },
    keepAlive: (kind) => void flow.send(kind === 'ping' ? '\r\n\r\n' : '\r\n'),
    close: () => socket.destroy(),
  };
  return flow;
}

function read({ ground, listener }: Streams, connection: Connection, data: Buffer) {
  const { limits, transport, log } = ground;
  const { socket, flow, framer, partial } = connection;
  const frames = framer.push(data);
  if (frames.length > 0) partial.end();
  if (frames.some(({ kind }) => kind === 'message')) connection.lastMessage = performance.now();
  else if (!flow.trusted && performance.now() - connection.lastMessage > limits.strangerKeptMs) {
    return void socket.destroy();
  }
  for (const frame of frames) {
    if (frame.kind === 'ping' || frame.kind === 'pong') listener.onKeepAlive(flow, frame.kind);
    else listener.onMessage(flow, Buffer.from(frame.bytes).toString('utf8'));
    if (frame.kind !== 'broken') continue;
    log.debug({ remote: flow.remote }, `sip ${transport} stream cannot be followed`);
    // RFC 3261 §18.3: where its message ends is not to be known, so 400 is the last word of this connection.
    connection.open = false;
    socket.end();
    setTimeout(() => socket.destroy(), closeWithinMs).unref();
  }
  watch(limits, connection);
}

/** How long the connection may stay silent from now on. */
function watch(limits: FlowLimits, { socket, flow, framer, partial }: Connection) {
  socket.setTimeout(flow.trusted ? limits.trustedIdleMs : limits.strangerIdleMs);
  if (framer.waiting) partial.begin();
  else partial.end();
}

interface Patience {
  begin(): void;
  end(): void;
}

/**
 * How long the rest of a message is waited for, counted from its first byte: neither a trickle of bytes nor what we send
 * ourselves may put it off. Each whole message ends it, as what waits after that began later.
 */
const patience = (ms: number, onOver: () => void): Patience => {
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
