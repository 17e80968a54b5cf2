import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readSip, type SipText } from './sip-text.ts';

/** A UDP socket of phones, towards one server. */
export interface Wire {
  /** Host and port of the phones. */
  readonly own: string;
  readonly server: number;
  send(text: string): void;
  hear(listener: (message: SipText) => void): void;
  close(): void;
}

/** Opens one towards a server on this machine. */
export async function openWire(server: number): Promise<Wire> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 1 << 21, sendBufferSize: 1 << 20 });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    own: `127.0.0.1:${socket.address().port}`,
    server,
    send: (text) => socket.send(text, server, '127.0.0.1'),
    hear(listener) {
      socket.on('message', (packet) => {
        const text = packet.toString();
        // Two bytes of a line end keep a way open.
        if (text.length > 8) listener(readSip(text));
      });
    },
    close: () => socket.close(),
  };
}
