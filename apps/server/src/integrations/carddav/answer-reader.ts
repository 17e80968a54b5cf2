import { Worker } from 'node:worker_threads';
import { AnswerTooLarge, IntegrationError } from '../connector.ts';
import type { ReadingOrder, ReadingOutcome } from './answer-worker.ts';
import type { Multistatus } from './multistatus.ts';
import type { XmlLimits } from './xml-limits.ts';

/** Reads answers of WebDAV servers one after the other in a thread beside this one, which goes on with everything else. */
export interface AnswerReader {
  /**
   * The answer of `host`, in UTF-8; null where it is no multistatus. Rejects with an `IntegrationError` where it does
   * not keep the limits of elements, depth, memory or time, and immediately with the reason of `signal`.
   */
  read(xml: ArrayBuffer, host: string, signal: AbortSignal): Promise<Multistatus | null>;
}

interface ReadingLimits extends XmlLimits {
  /** Of one answer, in milliseconds. */
  readonly withinMs: number;
}

/** The longest list of 20,000 cards has some 150,000 elements, and none of an address book lies deeper than twelve. */
const readingLimits: ReadingLimits = { depth: 64, elements: 250_000, withinMs: 20_000 };
/** The thread has this much for what it builds; more ends it, and nothing but it. */
const mostMegabytes = 256;
/** A thread with nothing to read is ended, and its memory goes back. */
const idleMs = 30_000;

export function answerReader({ withinMs, ...limits }: ReadingLimits = readingLimits): AnswerReader {
  let idle: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let leaving: NodeJS.Timeout | undefined;

  const forget = (worker: Worker): void => {
    if (idle === worker) idle = null;
  };

  const rest = (worker: Worker): void => {
    worker.unref();
    idle = worker;
    leaving = setTimeout(() => {
      forget(worker);
      void worker.terminate();
    }, idleMs).unref();
  };

  const hire = (): Worker => {
    clearTimeout(leaving);
    const worker = idle ?? newWorker(forget);
    idle = null;
    worker.ref();
    return worker;
  };

  const readNow = async (xml: ArrayBuffer, host: string, signal: AbortSignal): Promise<Multistatus | null> => {
    signal.throwIfAborted();
    const worker = hire();
    const late = AbortSignal.timeout(withinMs);
    const order: ReadingOrder = { xml, limits };
    const outcome = await outcomeOf(worker, order, AbortSignal.any([signal, late])).catch((error: unknown) => {
      void worker.terminate();
      signal.throwIfAborted();
      throw unreadable(host, error);
    });
    rest(worker);
    if (outcome.did === 'read') return outcome.multistatus;
    throw outcome.excess === 'tooMany' ? new AnswerTooLarge(host) : unreadable(host, outcome.excess);
  };

  return {
    async read(xml, host, signal) {
      signal.throwIfAborted();
      const turn = last.then(() => readNow(xml, host, signal));
      last = turn.catch(() => undefined);
      return await unlessAborted(turn, signal);
    },
  };
}

/** Its own outcome, or the reason of `signal` where that comes first: others may be read for long before. */
function unlessAborted<T>(turn: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  return promise;
}

/** It knows no setting of the server: what it reads was written by strangers. */
function newWorker(onEnd: (worker: Worker) => void): Worker {
  const worker = new Worker(new URL('./answer-worker.ts', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  });
  // It may fail while nobody waits for it, and an error without a listener would end the process.
  return worker.on('error', () => undefined).once('exit', () => onEnd(worker));
}

function outcomeOf(worker: Worker, order: ReadingOrder, signal: AbortSignal): Promise<ReadingOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadingOutcome>();
  const onAbort = () => reject(signal.reason);
  const onExit = () => reject(new Error('The thread has ended'));
  worker.once('message', resolve).once('error', reject).once('exit', onExit);
  signal.addEventListener('abort', onAbort, { once: true });
  worker.postMessage(order, [order.xml]);
  return promise.finally(() => {
    worker.off('message', resolve).off('error', reject).off('exit', onExit);
    signal.removeEventListener('abort', onAbort);
  });
}

const unreadable = (host: string, cause: unknown) =>
  new IntegrationError('failed', `${host} sent an unreadable answer`, {
    translationKey: 'failed',
    cause,
  });
