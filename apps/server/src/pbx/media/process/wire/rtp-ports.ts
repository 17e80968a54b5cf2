import { randomInt } from 'node:crypto';
import type { Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { MediaError } from '../../media.ts';

export interface PortPair {
  readonly rtp: Socket;
  readonly rtcp: Socket;
  readonly port: number;
}

/**
 * Gives out even UDP ports with the odd one above for RTCP (RFC 3550 §11), at random, so that nobody can know from one
 * call where the next one will be.
 */
export class RtpPorts {
  readonly #first: number;
  readonly #pairs: number;
  /** Pairs that are kept for emergency calls, which take two each. */
  readonly #reserved: number;
  #taken = 0;

  constructor(range: readonly [number, number]) {
    this.#first = range[0] + (range[0] % 2);
    this.#pairs = Math.max(0, Math.floor((range[1] - this.#first + 1) / 2));
    this.#reserved = Math.min(mostReserved, Math.floor(this.#pairs / 5));
  }

  /** Pairs that were given out and whose sockets are open, and those that are being bound. */
  get taken(): number {
    return this.#taken;
  }

  /** Two bound sockets. Throws `MediaError` NO_FREE_PORT when every port of the range that this may use is taken. */
  async open(bindAddress: string, purpose: 'ordinary' | 'emergency'): Promise<PortPair> {
    const usable = purpose === 'emergency' ? this.#pairs : this.#pairs - this.#reserved;
    if (this.#taken >= usable) throw new MediaError('NO_FREE_PORT', 'every RTP port for this is taken');
    // Counted before it is bound, so that many at the same moment cannot take what is kept.
    this.#taken += 1;
    try {
      const pair = await this.#bindOne(bindAddress);
      pair.rtp.once('close', () => this.#giveBack());
      return pair;
    } catch (error) {
      this.#giveBack();
      throw error;
    }
  }

  async #bindOne(bindAddress: string): Promise<PortPair> {
    const start = randomInt(this.#pairs);
    for (let attempt = 0; attempt < this.#pairs; attempt++) {
      const port = this.#first + ((start + attempt) % this.#pairs) * 2;
      const rtp = await bind(bindAddress, port);
      if (rtp === undefined) continue;
      const rtcp = await bind(bindAddress, port + 1).catch((error: unknown) => {
        rtp.close();
        throw error;
      });
      if (rtcp !== undefined) return { rtp, rtcp, port };
      rtp.close();
    }
    throw new MediaError('NO_FREE_PORT', 'every RTP port is taken');
  }

  #giveBack(): void {
    this.#taken -= 1;
  }
}

const mostReserved = 20;

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
