import { createSocket } from 'node:dgram';

/** A UDP port of 127.0.0.1 that nobody had a moment ago. For TCP there is `freePort` of the cluster. */
export function freeUdpPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = createSocket('udp4');
    socket.once('error', reject);
    socket.bind(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}
