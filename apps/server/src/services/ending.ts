import type { Logger } from 'pino';
import { onEnding } from '../pbx/own-log.ts';

/** However hard it is to end in order, this long after being asked the process is gone. */
const withinMs = 8_000;
/** So long after a signal, what the supervisor said before it has been read. */
const untilHeardMs = 50;

/** How this process ends. */
interface Ending {
  /** Has this stopped when the process ends: what was started last ends first. */
  keep(name: string, stop: () => unknown): void;
  /** Ends everything in words, calls too. */
  stop(why: string, code: number): Promise<never>;
  /**
   * Ends as a process that is killed does, with everything written. What runs here goes on: in its own next life, for which the node is
   * kept, or with a spare that it is handed over to.
   */
  leave(why: string, to: 'nextLife' | 'spare'): void;
  readonly isStopping: boolean;
  /** Nothing is ended, and nobody is told. */
  readonly isLeaving: boolean;
  /** The lease is not given back: a spare would take the node before the next life is there. */
  readonly keepsNode: boolean;
}

export function openEnding(log: Logger): Ending {
  const started: { name: string; stop: () => unknown }[] = [];
  let isStopping = false;
  let isLeaving = false;
  let keepsNode = false;
  const stop = async (why: string, code: number): Promise<never> => {
    if (isStopping) return await new Promise<never>(() => {});
    isStopping = true;
    log.info({ why, isLeaving }, 'stopping');
    setTimeout(() => process.exit(code), withinMs).unref();
    for (const { name, stop: end } of started.reverse()) {
      try {
        await end();
      } catch (error) {
        log.warn({ err: error, name }, 'services: stopping a part failed');
      }
    }
    process.exit(code);
  };
  return {
    keep: (name, end) => void started.push({ name, stop: end }),
    stop,
    leave(why, to) {
      if (isStopping) return;
      isLeaving = true;
      keepsNode = to === 'nextLife';
      void stop(why, 0);
    },
    get isStopping() {
      return isStopping;
    },
    get isLeaving() {
      return isLeaving;
    },
    get keepsNode() {
      return keepsNode;
    },
  };
}

/** Ends when the operator, the supervisor or its end says so. */
export function endWhenAsked({ stop, leave }: Ending): void {
  // Said by a supervisor that ends for good: then the audio ends as well, and calls with it.
  onEnding(() => void stop('the server stops', 0));
  process.once('SIGTERM', () => setTimeout(() => setImmediate(leave, 'asked to', 'nextLife'), untilHeardMs));
  process.once('SIGINT', () => void stop('asked to', 0));
  // The supervisor holds the other end; when it is gone, however that happened, nobody is left to stop us.
  process.stdin.resume().once('close', () => void stop('the supervisor is gone', 0));
}
