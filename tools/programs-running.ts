// Programs that a tool starts: each in a process group of its own, so that all it started ends with it.
import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where Node keeps what it compiled: programs of the project that start many times start in a third of the time. */
const compiled = { NODE_COMPILE_CACHE: join(root, '.cache', 'node-compiled') };

const isWindows = process.platform === 'win32';
const running = new Set<ChildProcess>();
let isEnding = false;

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** `shown` as it comes, or `kept` for the caller to print. */
  readonly output: 'shown' | 'kept';
}

/** How a program ended: `status` is null where a signal ended it or where it could not be started. */
export interface Finished {
  readonly status: number | null;
  readonly output: string;
  readonly seconds: number;
}

/** Runs a program until it ends. What cannot be started is a program that failed, and its output says why. */
export function runProgram(command: string, words: readonly string[], options: RunOptions): Promise<Finished> {
  // Who goes through a list of programs does not go on to the next one while everything ends.
  if (isEnding) return new Promise(() => {});
  const began = Date.now();
  const child = spawn(command, words, {
    cwd: options.cwd ?? root,
    env: { ...compiled, ...process.env, ...options.env },
    stdio: ['ignore', options.output === 'shown' ? 'inherit' : 'pipe', options.output === 'shown' ? 'inherit' : 'pipe'],
    detached: !isWindows,
  });
  running.add(child);
  const pieces: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece: Buffer) => pieces.push(piece));
  return new Promise((resolve) => {
    const finish = (status: number | null, more = '') => {
      running.delete(child);
      // What was ended from outside has no result that someone could count.
      if (isEnding) return;
      const output = `${Buffer.concat(pieces).toString('utf8')}${more}`;
      resolve({ status, output, seconds: (Date.now() - began) / 1000 });
    };
    child.once('error', (error) => finish(null, `${command} could not be started: ${error.message}\n`));
    child.once('close', (status) => finish(status));
  });
}

/** Runs a script of package.json. */
export function runScript(words: readonly string[], options: RunOptions): Promise<Finished> {
  // Inside `npm run`, npm says where it is; its own file runs everywhere, also where `npm` is a batch file.
  const npm = process.env['npm_execpath'];
  return npm?.endsWith('.js')
    ? runProgram(process.execPath, [npm, 'run', '--silent', ...words], options)
    : runProgram('npm', ['run', '--silent', ...words], options);
}

/** Sends a signal to every program that still runs, and to what it started. */
export function signalPrograms(signal: NodeJS.Signals): void {
  for (const child of running) {
    if (child.pid === undefined) continue;
    try {
      if (isWindows) child.kill(signal);
      else process.kill(-child.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/**
 * On Ctrl+C and on a request to end: lets `speak` have its word, ends what was started and then this process. Programs
 * get ten seconds to put their things away.
 */
export function endTogether(speak: () => void = () => {}): void {
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      speak();
      // SIGINT for all of them: Playwright and Vitest end by it in good order.
      signalPrograms('SIGINT');
      const asked = Date.now();
      setInterval(() => {
        const isPatient = Date.now() - asked < 10_000;
        if (isPatient && running.size > 0) return;
        signalPrograms('SIGKILL');
        process.exit(codes[signal]);
      }, 100);
    });
  }
}
