import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromCarrier, ToCarrier } from './carrier-process.ts';

const script = fileURLToPath(new URL('./carrier-process.ts', import.meta.url));

/** Signalling of a node in a process of its own. */
export interface Carrier {
  readonly said: readonly FromCarrier[];
  /** Gives what its client answered, or the code with which that failed. */
  order(method: ToCarrier['method'], ...args: readonly unknown[]): Promise<{ value?: unknown; code?: string }>;
  /** As kill -9 does. */
  kill(): Promise<void>;
  freeze(): void;
  wake(): void;
  stop(): Promise<void>;
}

/** `root`: its data folder, where the media process has a folder of its own. */
export function startCarrier(socketPath: string, node: string, epoch: number, root = ''): Carrier {
  const child = fork(script, [socketPath, node, String(epoch), root], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const said: FromCarrier[] = [];
  const waiting = new Map<number, (answer: { value?: unknown; code?: string }) => void>();
  child.on('message', (message: FromCarrier) => {
    said.push(message);
    if ('id' in message) waiting.get(message.id)?.(message);
  });
  let last = 0;
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  return {
    said,
    order(method, ...args) {
      const id = ++last;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        child.send({ id, method, args } satisfies ToCarrier);
      });
    },
    freeze: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
    kill,
    stop: kill,
  };
}
