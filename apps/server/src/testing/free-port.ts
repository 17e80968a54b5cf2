import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** A UDP port of 127.0.0.1 that nobody had a moment ago, over TCP neither: SIP listens on both. */
export async function freeUdpPort(): Promise<number> {
  for (;;) {
    const port = await someUdpPort();
    if (await isFreeOverTcp(port)) return port;
  }
}

const someUdpPort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = createSocket('udp4');
    socket.once('error', reject);
    socket.bind(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });

const isFreeOverTcp = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
