import { connect, createServer, type Socket } from 'node:net';
import type { FarMachine } from '../far/media-way.ts';

/** A network between a carrier and a media host, which can fail. It ends at the address of the host, which its certificate names. */
export interface Wire extends FarMachine {
  /** Connections break, and none can be made. */
  cut(): void;
  /** Nothing arrives any longer, and nobody hears of it. */
  swallow(): void;
  mend(): void;
  stop(): void;
}

export async function cutWire(host: FarMachine): Promise<Wire> {
  let state: 'well' | 'cut' | 'swallowing' = 'well';
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = connect(host.port, host.host);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (chunk) => {
        if (state === 'well') to.write(chunk);
      });
      from.on('error', () => {});
      from.on('close', () => {
        if (state === 'swallowing') return;
        to.destroy();
        pairs.delete(pair);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, host.host, resolve));
  const breakAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    pairs.clear();
  };
  return {
    host: host.host,
    port: (server.address() as { port: number }).port,
    cut() {
      state = 'cut';
      breakAll();
    },
    swallow() {
      state = 'swallowing';
    },
    mend() {
      // What was swallowed is missing in those.
      if (state === 'swallowing') breakAll();
      state = 'well';
    },
    stop() {
      breakAll();
      server.close();
    },
  };
}
