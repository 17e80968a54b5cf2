import { connect, createServer, type Socket } from 'node:net';
import { lineReader } from '../protocol.ts';

/** Between a carrier and a media process: counts what is ordered, and can hold one kind of order back. */
export interface ListeningProxy {
  readonly socketPath: string;
  /** How often each order came. */
  readonly counts: Map<string, number>;
  /** Holds these orders back, until `release`. */
  hold(method: string): void;
  release(): void;
  /** Cuts every connection. */
  cut(): void;
  stop(): Promise<void>;
}

export async function listeningProxy(socketPath: string): Promise<ListeningProxy> {
  const own = `${socketPath}.proxy`;
  const counts = new Map<string, number>();
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  let holding: string | undefined;
  const server = createServer((near) => {
    const far = connect(socketPath);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setEncoding('utf8');
      socket.on('error', () => {});
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    const read = lineReader((line) => {
      const { method } = JSON.parse(line) as { method: string };
      counts.set(method, (counts.get(method) ?? 0) + 1);
      const pass = () => void far.write(`${line}\n`);
      if (method === holding) held.push(pass);
      else pass();
    }, 10_000_000);
    near.on('data', (chunk: string) => read(chunk));
    far.on('data', (chunk: string) => near.write(chunk));
  });
  await new Promise<void>((resolve) => server.listen(own, resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    socketPath: own,
    counts,
    hold(method) {
      holding = method;
    },
    release() {
      holding = undefined;
      for (const pass of held.splice(0)) pass();
    },
    cut,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
