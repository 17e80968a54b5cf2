import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { birthOf, hasEnded, signal } from '../storage/postgres/processes.ts';
import { StartError } from './start-error.ts';

/** One process as a file of the data folder remembers it. */
interface Remembered {
  readonly pid: number;
  readonly birth: string | undefined;
}

/** Makes the data folder and its sub-folders where missing. Throws `StartError` when it cannot be written. */
export function prepareDataFolder(dataDir: string): void {
  try {
    mkdirSync(join(dataDir, 'run'), { recursive: true });
    mkdirSync(join(dataDir, 'logs'), { recursive: true });
    const probe = join(dataDir, 'run', `.probe-${process.pid}`);
    writeFileSync(probe, 'x', { flush: true });
    rmSync(probe);
  } catch (error) {
    const code = codeOf(error, dataDir);
    throw new StartError(
      whyNotWritable[code]?.(dataDir) ?? `The data folder ${dataDir} cannot be used: ${error}`,
      error,
    );
  }
}

/** On a read-only disk Node says of a folder it should make only that it isn't there; the folder above knows better. */
const codeOf = (error: unknown, folder: string): string => {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT') return code;
  let existing = folder;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  try {
    accessSync(existing, constants.W_OK);
    return code;
  } catch (reason) {
    return (reason as NodeJS.ErrnoException).code ?? code;
  }
};

const whyNotWritable: Record<string, (folder: string) => string> = {
  EACCES: (folder) =>
    `You may not write to the data folder ${folder}.\nGive it to yourself, or set DATA_DIR to another.`,
  EPERM: (folder) =>
    `You may not write to the data folder ${folder}.\nGive it to yourself, or set DATA_DIR to another.`,
  EROFS: (folder) => `The data folder ${folder} is on a read-only disk.\nSet DATA_DIR to a folder that can be written.`,
  ENOSPC: (folder) => `The disk of the data folder ${folder} is full.\nMake room, or set DATA_DIR to another disk.`,
  ENOTDIR: (folder) => `${folder} is not a folder.\nSet DATA_DIR to a folder that can be written.`,
  EEXIST: (folder) => `${folder} is not a folder.\nSet DATA_DIR to a folder that can be written.`,
};

/**
 * Makes this process the only server of the data folder; gives the way to let go. Throws `StartError` when another one
 * runs. The lock of a server that was killed is taken over.
 */
export function lockDataFolder(dataDir: string): () => void {
  const file = join(dataDir, 'run', 'supervisor.json');
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(self()));
  try {
    for (;;) {
      if (wasLinked(draft, file)) return () => rmSync(file, { force: true });
      const text = readText(file);
      if (text === undefined) continue;
      const owner = parse(text);
      if (owner && isStill(owner)) {
        throw new StartError(
          `Sidetone already runs on the data folder ${dataDir} (process ${owner.pid}).\n` +
            'Stop that one first, or set DATA_DIR (and the ports) to start another beside it.',
        );
      }
      // Moved aside rather than removed: if a third start was faster, what we moved is its lock, and goes back.
      const aside = `${file}.stale-${process.pid}`;
      renameSync(file, aside);
      if (readText(aside) !== text) wasLinked(aside, file);
      rmSync(aside, { force: true });
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Remembers a child, so that a later start can end it if we are killed. */
export function rememberChild(dataDir: string, name: string, pid: number): void {
  writeFileSync(join(dataDir, 'run', `${name}.json`), JSON.stringify({ pid, birth: birthOf(pid) }));
}

export function forgetChild(dataDir: string, name: string): void {
  rmSync(join(dataDir, 'run', `${name}.json`), { force: true });
}

/** Children that an earlier server may have left behind, the services first. */
export const rememberedChildren = (dataDir: string): string[] =>
  readdirSync(join(dataDir, 'run'))
    .flatMap((file) => /^(services|media(?:-\d+)?)\.json$/.exec(file)?.[1] ?? [])
    .sort()
    .reverse();

/** Ends a child that an earlier, killed server left behind; true when there was one. Never touches a stranger. */
export async function endOrphan(dataDir: string, name: string): Promise<boolean> {
  const text = readText(join(dataDir, 'run', `${name}.json`));
  forgetChild(dataDir, name);
  const child = text === undefined ? undefined : parse(text);
  if (!child || !isStill(child)) return false;
  // Its calls are lost already: nobody is left who could end them in order.
  signal(child.pid, 'SIGKILL');
  await hasEnded(child.pid, 5_000);
  return true;
}

/** Where the media process listens. A path for a socket holds some hundred characters only, so a deep one moves. */
export function mediaSocketPath(dataDir: string): string {
  const path = join(dataDir, 'run', 'media.sock');
  if (Buffer.byteLength(path) <= 100) return path;
  const folder = join(tmpdir(), `sidetone-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return join(folder, 'media.sock');
}

const self = (): Remembered => ({ pid: process.pid, birth: birthOf(process.pid) });

const isStill = ({ pid, birth }: Remembered): boolean => birth !== undefined && birthOf(pid) === birth;

const parse = (text: string): Remembered | undefined => {
  try {
    return JSON.parse(text) as Remembered;
  } catch {
    return undefined; // Cut off when the machine lost power.
  }
};

const readText = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

const wasLinked = (from: string, to: string): boolean => {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};
