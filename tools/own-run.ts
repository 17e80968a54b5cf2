// One test run at a time in one folder: two would write into the same results and take each other's ports.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isAlive } from '../apps/server/src/storage/postgres/processes.ts';

interface Lock {
  readonly pid: number;
  readonly command: string;
}

/** Set for the programs that a run starts: they belong to it and take no lock of their own. */
export const ownRunVariable = 'SIDETONE_TEST_RUN';

/** Makes the lock, or returns who holds it. A lock whose owner is gone is taken over. */
export function takeLock(file: string, own: Lock): 'taken' | Lock {
  mkdirSync(dirname(file), { recursive: true });
  for (;;) {
    try {
      const fd = openSync(file, 'wx');
      writeFileSync(fd, JSON.stringify(own));
      closeSync(fd);
      return 'taken';
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = readOwner(file);
    if (owner && isAlive(owner.pid)) return owner;
    rmSync(file, { force: true });
  }
}

/** Ends this process with one sentence where another run has this folder; else keeps the folder until it ends. */
export function runAlone(file: string, command: string): void {
  if (process.env[ownRunVariable]) return;
  let owner: 'taken' | Lock;
  try {
    owner = takeLock(file, { pid: process.pid, command });
  } catch (error) {
    console.error(`Nothing was run: ${(error as Error).message}`);
    process.exit(1);
  }
  if (owner !== 'taken') {
    console.error(`Nothing was run: ${owner.command} (process ${owner.pid}) is running in this folder. Wait for it.`);
    process.exit(1);
  }
  process.env[ownRunVariable] = String(process.pid);
  process.once('exit', () => rmSync(file, { force: true }));
}

/** Nobody where the file is gone or damaged; its maker writes it right after making it. */
function readOwner(file: string): Lock | undefined {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const { pid, command } = JSON.parse(readFileSync(file, 'utf8')) as Lock;
      return { pid, command };
    } catch {
      if (attempt > 0 || !isYoung(file)) return undefined;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    }
  }
}

function isYoung(file: string): boolean {
  try {
    return Date.now() - statSync(file).mtimeMs < 5000;
  } catch {
    return false;
  }
}
