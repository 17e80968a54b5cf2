import type { Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { MediaError } from '../media.ts';

export interface PortPair {
  readonly rtp: Socket;
  readonly rtcp: Socket;
  readonly port: number;
}

/** Gives out even UDP ports with the odd one above for RTCP (RFC 3550 §11), going round the range. */
export class RtpPorts {
  readonly #first: number;
  readonly #pairs: number;
  #next = 0;

  constructor(range: readonly [number, number]) {
    this.#first = range[0] + (range[0] % 2);
    this.#pairs = Math.max(0, Math.floor((range[1] - this.#first + 1) / 2));
  }

  /** Two bound sockets. Throws `MediaError` INTERNAL when every port of the range is taken. */
  async open(bindAddress: string): Promise<PortPair> {
    for (let attempt = 0; attempt < this.#pairs; attempt++) {
      const port = this.#first + this.#next * 2;
      this.#next = (this.#next + 1) % this.#pairs;
      const rtp = await bind(bindAddress, port);
      if (rtp === undefined) continue;
      const rtcp = await bind(bindAddress, port + 1);
      if (rtcp !== undefined) return { rtp, rtcp, port };
      rtp.close();
    }
    throw new MediaError('INTERNAL', 'every RTP port is taken');
  }
}

/** A bound socket, or undefined where somebody else has the port. */
function bind(address: string, port: number): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const family = isIPv6(address) ? 6 : 4;
    const socket = createSocket({
      type: family === 6 ? 'udp6' : 'udp4',
      // Every address here is numeric; Node would ask the resolver for each packet.
      lookup: (host, _options, done) => done(null, host, family),
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close();
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
      else reject(new MediaError('INTERNAL', `no RTP socket on ${address}`, { cause: error }));
    });
    socket.bind({ address, port, exclusive: true }, () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}
