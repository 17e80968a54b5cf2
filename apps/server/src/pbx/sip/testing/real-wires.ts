import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { freeUdpPort } from '../../../testing/free-port.ts';
import type { Credentials, ExchangeClock } from '../../ports.ts';
import type { SipHomes } from '../elsewhere.ts';
import { type Sip, startSip } from '../start-sip.ts';
import type { TrunkStore } from '../trunks/trunk-account.ts';
import type { SipLog } from '../wires/sip-log.ts';
import { knownDevices, memoryDialogs, memoryStore, quietLog } from './fake-exchange.ts';

export const realClock: ExchangeClock = {
  now: () => new Date(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

export interface RealSip {
  readonly sip: Sip;
  readonly port: number;
  readonly wsPort: number;
  stop(): Promise<void>;
}

/** SIP on real sockets with a small web server for its WebSockets. */
export async function realSip(
  given: {
    host?: string;
    limits?: Parameters<typeof startSip>[0]['limits'];
    log?: SipLog;
    credentials?: Credentials;
    trunks?: TrunkStore;
    messagesOf?: Parameters<typeof startSip>[0]['messagesOf'];
    homes?: SipHomes;
    config?: Partial<Parameters<typeof startSip>[0]['config']>;
  } = {},
): Promise<RealSip> {
  const host = given.host ?? '127.0.0.1';
  const port = await freeUdpPort();
  const sip = await startSip({
    config: { host, sipPort: port, publicAddresses: [], ...given.config },
    credentials: given.credentials ?? knownDevices(['anna', 'bob']),
    registrations: memoryStore(),
    dialogs: memoryDialogs(),
    clock: realClock,
    log: given.log ?? quietLog,
    ...(given.limits ? { limits: given.limits } : {}),
    ...(given.trunks ? { trunks: given.trunks } : {}),
    homes: given.homes,
    ...(given.messagesOf ? { messagesOf: given.messagesOf } : {}),
  });
  const webSockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'sip' });
  const web: Server = createServer();
  web.on('upgrade', (request, socket, head) =>
    webSockets.handleUpgrade(request, socket, head, (upgraded) => sip.handleWebSocket(upgraded, request)),
  );
  web.listen(0, host);
  await once(web, 'listening');
  return {
    sip,
    port,
    wsPort: (web.address() as AddressInfo).port,
    async stop() {
      await sip.stop();
      await new Promise((resolve) => web.close(resolve));
    },
  };
}

/** One end of a wire: what it hears waits in order until somebody asks for it. */
export interface Wire {
  readonly localPort: number;
  send(text: string | Uint8Array): void;
  /** The next text, as soon as it is there. */
  next(): Promise<string>;
  readonly closed: Promise<unknown>;
  close(): void;
}

const inbox = () => {
  const waiting: ((text: string) => void)[] = [];
  const texts: string[] = [];
  return {
    put(text: string) {
      const first = waiting.shift();
      if (first) first(text);
      else texts.push(text);
    },
    next: () =>
      new Promise<string>((resolve) => {
        const text = texts.shift();
        if (text === undefined) waiting.push(resolve);
        else resolve(text);
      }),
  };
};

/** `from`: the address to send from, where it is another one of this machine. */
export async function udpWire(port: number, host = '127.0.0.1', from = host): Promise<Wire> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  const { put, next } = inbox();
  socket.on('message', (data) => put(data.toString()));
  socket.bind(0, from);
  await once(socket, 'listening');
  return {
    localPort: socket.address().port,
    send: (text) => socket.send(text, port, host),
    next,
    closed: once(socket, 'close'),
    close: () => socket.close(),
  };
}

export async function tcpWire(port: number, host = '127.0.0.1'): Promise<Wire> {
  const socket = connect(port, host);
  const { put, next } = inbox();
  socket.setNoDelay(true);
  socket.on('data', (data) => put(data.toString()));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  return {
    localPort: socket.localPort ?? 0,
    send: (text) => socket.write(text),
    next,
    closed,
    close: () => socket.destroy(),
  };
}

export async function wsWire(port: number, host = '127.0.0.1'): Promise<Wire> {
  const socket = new WebSocket(`ws://${host.includes(':') ? `[${host}]` : host}:${port}/sip`, 'sip');
  const { put, next } = inbox();
  socket.on('message', (data) => put(String(data)));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  await once(socket, 'open');
  return { localPort: 0, send: (text) => socket.send(text), next, closed, close: () => socket.terminate() };
}
