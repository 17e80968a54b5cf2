import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The memory disk of Linux: what a server writes there wears out no disk and waits for none. */
const memory = '/dev/shm';
/** What one server may come to need there while the others need theirs. */
const roomForOne = 2 * 1024 ** 3;

/** Begins the names of all data folders of stories; the process that a folder belongs to follows. */
const prefix = 'sidetone-story-';

/** The process whose end makes the folders of this run nobody's: the run's own, or else this one. */
const owner = (): number => Number(process.env['STORY_RUN_OWNER'] ?? process.pid);

/** A new, empty data folder, in memory where there is room. */
export function newDataFolder(): string {
  return mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), `${prefix}${owner()}-`));
}

/** A new data folder with everything in this one. Throws with what `cp` said when it cannot be copied. */
export function copyOfFolder(folder: string): string {
  const copy = newDataFolder();
  try {
    copyFolderTo(folder, copy);
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    throw error;
  }
  return copy;
}

/** Copies a folder's content, with owners and modes. Throws with what `cp` said. */
export function copyFolderTo(folder: string, copy: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', '--reflink=auto', `${folder}/.`, copy], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The data folder ${folder} could not be copied to ${copy}: ${stderr.trim()}`);
}

const hasRoom = (folder: string): boolean => {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > roomForOne;
};

/** Ends the servers that killed runs left behind, and removes their folders. Gives how many there were. */
export function sweepDataFolders(): number {
  const left = [memory, tmpdir()].flatMap((parent) =>
    (existsSync(parent) ? readdirSync(parent) : []).filter((name) => isNobodys(name)).map((name) => join(parent, name)),
  );
  for (const folder of left) {
    for (const pid of processesOn(folder)) kill(pid);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  return left.length;
}

const isNobodys = (name: string): boolean => {
  const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
  return pid !== undefined && !existsSync(`/proc/${pid}`);
};

/** Servers name their folder in their environment, PostgreSQL names it in its command line. */
const processesOn = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => read(`/proc/${pid}/environ`).includes(folder) || read(`/proc/${pid}/cmdline`).includes(folder))
    .map(Number);

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // It has ended, or is not ours to look at.
  }
};

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended with the one before it.
  }
};
