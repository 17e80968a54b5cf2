import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { frameStream } from '@sidetone/sip/messages/stream.ts';

/** How a phone's messages travel. */
export interface Wire {
  readonly transport: 'UDP' | 'TCP' | 'WS';
  /** Host and port that the phone calls itself. */
  readonly self: string;
  send(text: string): void;
  onMessage(listener: (text: string) => void): void;
  close(): void;
}

/** UDP to a port of this machine. */
export async function udpWire(port: number): Promise<Wire> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    transport: 'UDP',
    self: `127.0.0.1:${socket.address().port}`,
    send: (text) => socket.send(text, port, '127.0.0.1'),
    onMessage: (listener) => void socket.on('message', (packet) => listener(packet.toString())),
    close: () => void socket.close(),
  };
}

/** TCP to a port of this machine, and from those who connect to the phone's own. */
export async function tcpWire(port: number): Promise<Wire> {
  const listeners: ((text: string) => void)[] = [];
  const sockets = new Set<Socket>();
  let current: Socket;
  const follow = (socket: Socket): Socket => {
    const framer = frameStream(65_536);
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data: Buffer) => {
      current = socket;
      for (const frame of framer.push(data)) {
        if (frame.kind !== 'message') continue;
        for (const listener of listeners) listener(Buffer.from(frame.bytes).toString());
      }
    });
    return socket;
  };
  const server = createServer(follow);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  current = follow(connect(port, '127.0.0.1'));
  return {
    transport: 'TCP',
    self: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    send: (text) => void current.write(text),
    onMessage: (listener) => void listeners.push(listener),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A WebSocket (RFC 7118), as browsers have it. */
export async function webSocketWire(url: string): Promise<Wire> {
  const socket = new WebSocket(url, 'sip');
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  return {
    transport: 'WS',
    self: `${randomUUID().slice(0, 8)}.invalid`,
    send: (text) => socket.send(text),
    onMessage: (listener) => socket.addEventListener('message', ({ data }) => listener(String(data))),
    close: () => socket.close(),
  };
}
