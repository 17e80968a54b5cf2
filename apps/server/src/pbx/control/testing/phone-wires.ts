import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';

/** How a phone's messages travel. */
export interface Wire {
  readonly transport: 'UDP' | 'WS';
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
