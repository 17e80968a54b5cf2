import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, renameSync, statSync } from 'node:fs';
import { hasEnded, signal } from '../storage/postgres/processes.ts';

export interface ChildSpec {
  readonly name: string;
  /** A TypeScript file that Node runs. */
  readonly script: string;
  /** What Node is told before the script; nothing if left out. */
  readonly nodeFlags?: readonly string[];
  readonly env: () => NodeJS.ProcessEnv;
  /** Where its output goes; undefined for our own output. */
  readonly logFile: string | undefined;
  readonly onStarted: (pid: number) => void;
  readonly onMessage: (message: unknown) => void;
  /** It ended though nobody asked it to; it comes back in `delayMs`. */
  readonly onDied: (how: string, delayMs: number) => void;
}

/** A process that is started again whenever it dies. */
export interface KeptChild {
  /** Ends it kindly and starts it again, such as when its settings changed. */
  restart(): void;
  /** Sends it a message; a process that is not there has nothing to hear. */
  tell(message: object): void;
  /** Ends it for good: asks, waits up to ten seconds, then kills. */
  stop(): Promise<void>;
}

const FIRST_DELAY_MS = 50;
const LONGEST_DELAY_MS = 1_000;
/** A child that ran this long was well, so its next death is a first one again. */
const HEALTHY_AFTER_MS = 10_000;
const STOP_TIMEOUT_MS = 10_000;
const LARGEST_LOG_BYTES = 20_000_000;

/** Starts the child and keeps it running. */
export function keepRunning(spec: ChildSpec): KeptChild {
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let deaths = 0;
  let stopping = false;

  const start = () => {
    const startedAt = performance.now();
    const started = launch(spec);
    child = started;
    if (started.pid !== undefined) spec.onStarted(started.pid);
    started.on('message', spec.onMessage);
    // Spawning can fail as such (no memory, no processes left); then there is no exit event.
    const ended = (how: string) => {
      if (child !== started) return;
      child = undefined;
      if (stopping) return;
      if (performance.now() - startedAt > HEALTHY_AFTER_MS) deaths = 0;
      const delayMs = Math.min(FIRST_DELAY_MS * 2 ** deaths, LONGEST_DELAY_MS);
      deaths++;
      spec.onDied(how, delayMs);
      timer = setTimeout(start, delayMs);
    };
    started.once('error', (error) => ended(error.message));
    started.once('exit', (code, signalName) => ended(signalName ?? `code ${code}`));
  };
  start();

  return {
    restart() {
      if (child?.pid !== undefined) signal(child.pid, 'SIGTERM');
    },
    tell(message) {
      // What it does not hear is no reason to fall over: it is about to end.
      if (child?.connected) child.send(message, () => {});
    },
    async stop() {
      stopping = true;
      clearTimeout(timer);
      const pid = child?.pid;
      if (pid === undefined || !signal(pid, 'SIGTERM')) return;
      if (await hasEnded(pid, STOP_TIMEOUT_MS)) return;
      signal(pid, 'SIGKILL');
      await hasEnded(pid, 2_000);
    },
  };
}

const launch = (spec: ChildSpec): ChildProcess => {
  const output = spec.logFile === undefined ? 'inherit' : openLog(spec.logFile);
  try {
    // A process group of its own: Ctrl+C reaches the supervisor alone, which then stops all in the right order. The
    // pipe at standard input tells the child when the supervisor is gone, however that happened.
    return spawn(process.execPath, [...(spec.nodeFlags ?? []), spec.script], {
      env: { ...spec.env(), LOG_FILE: spec.logFile ?? '' },
      detached: true,
      stdio: ['pipe', output, output, 'ipc'],
    });
  } finally {
    if (typeof output === 'number') closeSync(output);
  }
};

const openLog = (file: string): number => {
  try {
    if (statSync(file).size > LARGEST_LOG_BYTES) renameSync(file, `${file}.1`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return openSync(file, 'a', 0o600);
};
