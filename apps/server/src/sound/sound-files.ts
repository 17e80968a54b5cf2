import { mkdirSync, rmSync } from 'node:fs';
import { access, chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, normalize, relative, sep } from 'node:path';
import type { FarFolder, FarSource } from '../storage/files/far-folder.ts';
import { turnsOf } from '../storage/files/near-file.ts';
import type { Writer } from '../storage/writer.ts';

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
  /** It lies at a media host, or may, and comes here by itself. */
  isComing(path: string): Promise<boolean>;
  /** Where it lies on this machine, fetched if need be; null where nobody knows it. Rejects with `BlobError`. */
  near(path: string): Promise<string | null>;
  /** What people are sent of it; null where nobody knows it. */
  source(path: string): Promise<string | FarSource | null>;
  /** The files are complete: where files lie in a bucket, they are its with this transaction; `tidy` comes after that. */
  handIn(trx: Writer, paths: readonly string[]): Promise<void>;
  tidy(paths: readonly string[]): Promise<void>;
  /** Removes a file, if there is one. */
  remove(path: string): Promise<void>;
  /** Files that lie there, some at a time: all of this machine, and some of a bucket, those that come next. */
  list(): AsyncGenerator<readonly string[]>;
  /** When the file was last written to, in milliseconds since 1970; null where there is none. */
  changedAt(path: string): Promise<number | null>;
}

/** A media host that has been away for so long is gone. */
const mostDaysAway = 7;

/** Whether the file of what began then is still waited for, where it is to come from a media host. */
export const mayCome = (startedAt: Date): boolean => Date.now() - startedAt.getTime() < mostDaysAway * 24 * 3_600_000;

const atOnce = 200;

/** `isAtHost`: whether a media host has the file of a whole path, or may. */
export function soundFiles(
  folder: string,
  far?: FarFolder,
  isAtHost: (whole: string) => boolean = () => false,
): SoundFiles {
  const turn = turnsOf(far);
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
    exists: async (path) => (await isHere(whole(path))) || (await far?.since(path)) != null,
    isComing: async (path) => isAtHost(whole(path)) && !(await isHere(whole(path))),
    near: async (path) => ((await isHere(whole(path))) ? whole(path) : ((await far?.near(path)) ?? null)),
    source: async (path) => ((await isHere(whole(path))) ? whole(path) : ((await far?.source(path)) ?? null)),
    async handIn(trx, paths) {
      for (const path of paths) {
        const accountId = path.split('/')[0] ?? '';
        if (await isHere(whole(path))) await far?.handIn(trx, { path, accountId, from: whole(path) });
      }
    },
    async tidy(paths) {
      for (const path of paths) await far?.tidy(whole(path));
    },
    async remove(path) {
      await rm(whole(path), { force: true });
      await far?.remove(path);
    },
    async *list() {
      const here = await pathsBelow(folder);
      for (let at = 0; at < here.length; at += atOnce) yield here.slice(at, at + atOnce);
      for await (const some of turn()) yield some.map(({ path }) => path);
    },
    changedAt: (path) =>
      stat(whole(path)).then(
        ({ mtimeMs }) => mtimeMs,
        async () => (await far?.since(path)) ?? null,
      ),
  };
}

const isHere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function pathsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  return entries.flatMap((entry) =>
    entry.isFile() ? relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/') : [],
  );
}
