import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { ProviderFailure } from '../providers/failure.ts';
import type { Heard } from '../providers/speech.ts';
import type { FromRecognizer, ToRecognizer } from './protocol.ts';

export interface RecognizerOptions {
  /** The file that the process runs, and what it is told: the model and its folder. */
  readonly program: string;
  readonly args: readonly string[];
  /** Memory that it may take; above, it is ended. Looked at where the system tells (Linux). */
  readonly mostMegabytes: number;
  /** Milliseconds to load the model, */
  readonly loadWithinMs?: number;
  /** and for a piece, besides those that its length takes. */
  readonly answerWithinMs?: number;
  /** It is ended after so long without work, which frees the memory of the model. */
  readonly idleMs?: number;
}

/** A recogniser in a process of its own, which is started with the first piece and again after it has died. */
export interface Recognizer {
  /**
   * Words of a piece, one piece at a time. A caller that gives up ends the process: a decoder that is left alone corrupts its
   * memory. Throws `ProviderFailure`, or the reason of `signal`.
   */
  transcribe(samples: Int16Array, signal: AbortSignal): Promise<Heard>;
  /** Loads the model, if it is not. */
  load(signal: AbortSignal): Promise<void>;
  close(): void;
}

const samplesPerSecond = 16_000;
/** A slow machine takes as long as the sound; three times that is a decoder that hangs. */
const slowest = 3;
const lookEveryMs = 500;

interface Running {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
}

/** Starts nothing yet. */
export function openRecognizer(options: RecognizerOptions): Recognizer {
  const { loadWithinMs = 120_000, answerWithinMs = 20_000, idleMs = 300_000 } = options;
  let running: Running | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const end = () => {
    running?.child.kill('SIGKILL');
    running = null;
  };

  const start = (): Running => {
    const started = startProcess(options, loadWithinMs);
    const forget = () => {
      if (running === started) running = null;
    };
    started.child.once('exit', forget).once('error', forget);
    return started;
  };

  /** Runs one thing at a time, and ends the process where it fails. */
  const inTurn = <Value>(signal: AbortSignal, work: (running: Running) => Promise<Value>): Promise<Value> => {
    const mine = turn.then(async () => {
      signal.throwIfAborted();
      clearTimeout(idle);
      running ??= start();
      try {
        return await Promise.race([work(running), abortOf(signal)]);
      } catch (error) {
        end();
        throw error;
      } finally {
        idle = setTimeout(end, idleMs).unref();
      }
    });
    turn = mine.catch(() => undefined);
    return mine;
  };

  return {
    load: (signal) => inTurn(signal, async ({ ready }) => await ready),
    transcribe: (samples, signal) =>
      inTurn(signal, async ({ child, ready }) => {
        await ready;
        lastId += 1;
        const id = lastId;
        const within = answerWithinMs + (samples.length / samplesPerSecond) * slowest * 1000;
        const answer = answerOf(child, within, (message) =>
          message.kind === 'heard' && message.id === id ? message.heard : null,
        );
        child.send({ kind: 'transcribe', id, samples } satisfies ToRecognizer, () => undefined);
        return await answer;
      }),
    close() {
      clearTimeout(idle);
      end();
    },
  };
}

function startProcess({ program, args, mostMegabytes }: RecognizerOptions, loadWithinMs: number): Running {
  const child = fork(program, [...args], {
    serialization: 'advanced',
    // It needs none of our settings and so has none of our secrets; what it writes may have paths.
    env: { PATH: process.env['PATH'] ?? '' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  watchMemory(child, mostMegabytes);
  const ready = answerOf(child, loadWithinMs, (message) => {
    if (message.kind === 'noModel') throw new ProviderFailure('never', 'noModel');
    return message.kind === 'ready' ? true : null;
  }).then(() => undefined);
  // Nobody may be waiting for it yet.
  ready.catch(() => undefined);
  return { child, ready };
}

/** The first message that `read` takes. Fails when the process ends, or does not answer in time. */
function answerOf<Value>(
  child: ChildProcess,
  withinMs: number,
  read: (message: FromRecognizer) => Value | null,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(late);
      child.off('message', hear).off('exit', die).off('error', die);
      act();
    };
    const die = () => settle(() => reject(new ProviderFailure('again', 'crashed')));
    const hear = (message: unknown) => {
      try {
        const value = read(message as FromRecognizer);
        if (value !== null) settle(() => resolve(value));
      } catch (error) {
        settle(() => reject(error));
      }
    };
    const late = setTimeout(() => settle(() => reject(new ProviderFailure('again', 'timedOut'))), withinMs);
    child.on('message', hear).on('exit', die).on('error', die);
    if (child.exitCode !== null || child.signalCode !== null) die();
  });
}

const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** Ends a process that takes too much: where memory is gone, the system may end another one. */
function watchMemory(child: ChildProcess, mostMegabytes: number): void {
  const timer = setInterval(async () => {
    if ((await residentMegabytes(child.pid)) > mostMegabytes) child.kill('SIGKILL');
  }, lookEveryMs).unref();
  child.once('exit', () => clearInterval(timer));
}

async function residentMegabytes(pid: number | undefined): Promise<number> {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
}
