import { mkdirSync, rmSync } from 'node:fs';
import { access, chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, normalize, relative, sep } from 'node:path';

/** Where recordings and voicemails lie within the data folder. */
export const recordingsFolder = (dataDir: string): string => join(dataDir, 'recordings');
export const voicemailsFolder = (dataDir: string): string => join(dataDir, 'voicemails');
/** Where sounds lie that calls are documented from. */
export const capturesFolder = (dataDir: string): string => join(dataDir, 'captures');

/** Where answers of callers lie until their words are there. */
export const answersFolder = (dataDir: string): string => join(dataDir, 'answers');

/**
 * Where sounds lie that are there only during a call, such as a message that somebody hears by telephone; gives the path of
 * one by its name. Those that a killed server left are removed now.
 */
export function passingSounds(dataDir: string): (name: string) => string {
  const folder = join(dataDir, 'run', 'sounds');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return (name) => {
    if (!plainId.test(name)) throw new RangeError('a name cannot be that of a file');
    return join(folder, `${name}.wav`);
  };
}

/** Letters that ids have; nothing of a path. */
const plainId = /^[A-Za-z0-9_-]{1,100}$/;

/** Where the files of one kind of sound lie, and only there. Paths in the database are relative to the folder. */
export interface SoundFiles {
  /** The path of a new sound's file, `<account>/<yyyy>/<mm>/<id>.wav`. Throws RangeError for ids with odd letters. */
  pathOf(sound: { id: string; accountId: string; at: Date }): string;
  /** The whole path. Throws RangeError for one that leads out of the folder. */
  whole(path: string): string;
  /** Makes the folder of a file; only we may look into it. */
  makeRoom(path: string): Promise<void>;
  /** Nobody else may read the file. */
  keepPrivate(path: string): Promise<void>;
  exists(path: string): Promise<boolean>;
  /** Removes a file, if there is one. */
  remove(path: string): Promise<void>;
  /** Every file that lies there. */
  list(): Promise<readonly string[]>;
  /** When the file was last written to, in milliseconds since 1970; null where there is none. */
  changedAt(path: string): Promise<number | null>;
}

export function soundFiles(folder: string): SoundFiles {
  const whole = (path: string): string => {
    const found = join(folder, path);
    if (!found.startsWith(normalize(folder) + sep)) throw new RangeError('a path leads out of its folder');
    return found;
  };
  return {
    pathOf({ id, accountId, at }) {
      if (!plainId.test(id) || !plainId.test(accountId)) throw new RangeError('an id cannot name a file');
      const [year = '', month = ''] = at.toISOString().split('-');
      return [accountId, year, month, `${id}.wav`].join('/');
    },
    whole,
    async makeRoom(path) {
      await mkdir(dirname(whole(path)), { recursive: true, mode: 0o700 });
    },
    keepPrivate: (path) => chmod(whole(path), 0o600),
    exists: (path) =>
      access(whole(path)).then(
        () => true,
        () => false,
      ),
    remove: (path) => rm(whole(path), { force: true }),
    async list() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      });
      return entries.flatMap((entry) =>
        entry.isFile() ? relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/') : [],
      );
    },
    changedAt: (path) =>
      stat(whole(path)).then(
        ({ mtimeMs }) => mtimeMs,
        () => null,
      ),
  };
}
