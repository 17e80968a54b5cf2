import { createSocket } from 'node:dgram';
import { createServer, type Server } from 'node:net';

/** Ports of one instance under test. */
export interface Ports {
  readonly http: number;
  readonly https: number;
  readonly sip: number;
  readonly sipTls: number;
  readonly media: number;
  readonly rtp: `${number}-${number}`;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

const isFreeForUdp = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createSocket('udp4');
    probe.once('error', () => probe.close(() => resolve(false)));
    probe.bind(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** Blocks that this process has claimed, until it ends or finds them taken. */
const claimed = new Map<number, Server>();

/**
 * Listens on a port of the block that no Sidetone takes: of all programs that look for a block in the same moment one gets
 * it, although the Sidetone on it listens only seconds later.
 */
const claim = (base: number): Promise<boolean> =>
  new Promise((resolve) => {
    if (claimed.has(base)) return resolve(true);
    const flag = createServer();
    flag.once('error', () => resolve(false));
    flag.listen(base + 5, '127.0.0.1', () => {
      claimed.set(base, flag);
      flag.unref();
      resolve(true);
    });
  });

/**
 * A block of ports that nothing listens on and no other program has claimed. Blocks are 1,000 apart and start from the
 * process id, so that two runs on one machine seldom look at the same block, and neighbouring workers never do. All of them lie
 * below the ports that an operating system gives to connections (Linux: from 32768), which would take one between this
 * look and the start. Throws when every block is taken.
 */
export async function freePorts(): Promise<Ports> {
  const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0) % 2;
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const base = 10_000 + (((process.pid + attempt * 3) % 10) * 2 + worker) * 1_000;
    if (!(await claim(base))) continue;
    const free = await Promise.all([
      ...[base, base + 1, base + 2, base + 4].map(isFree),
      ...[base + 2, base + 3].map(isFreeForUdp),
    ]);
    if (free.every(Boolean)) {
      return {
        http: base,
        https: base + 1,
        sip: base + 2,
        media: base + 3,
        sipTls: base + 4,
        rtp: `${base + 10}-${base + 989}`,
      };
    }
    claimed.get(base)?.close();
    claimed.delete(base);
  }
  throw new Error('No block of free ports between 10000 and 29999');
}

const firstSingle = 32_000;
const singles = 700;
let lookedAt = 0;

/**
 * One port of loopback that nothing uses now, over TCP or UDP. It lies above the ports of the servers and below those that an
 * operating system gives to connections, one of which would take it between this look and the start. Neighbouring workers
 * look at different ports. Throws when all are taken.
 */
export async function freePort(): Promise<number> {
  const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0) % 2;
  for (let attempt = 0; attempt < singles / 2; attempt += 1) {
    lookedAt += 1;
    const port = firstSingle + (((process.pid + lookedAt) * 2 + worker) % singles);
    if ((await isFree(port)) && (await isFreeForUdp(port))) return port;
  }
  throw new Error(`No free port between ${firstSingle} and ${firstSingle + singles - 1}`);
}
