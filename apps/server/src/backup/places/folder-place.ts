import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { renameDurably } from '../../storage/durable-file.ts';
import { namesIn } from '../../storage/files/names-in.ts';
import { BackupError } from '../format.ts';
import { type BackupPlace, backupName, type StoredBackup } from './place.ts';

/**
 * A folder of this machine, or one that is mounted. It has to be there: where a disk is not mounted, backups would otherwise
 * fill the one below.
 */
export function folderPlace(folder: string): BackupPlace {
  const pathOf = (name: string) => {
    if (!backupName.test(name)) throw new RangeError('not the name of a backup');
    return join(folder, name);
  };
  return {
    shown: folder,

    async write(name, body, signal) {
      const there = await stat(folder).catch(() => null);
      if (!there?.isDirectory()) {
        body.destroy();
        throw new BackupError('NO_PLACE', `${folder} is no folder`);
      }
      const path = pathOf(name);
      await writeWhole(path, body, signal);
      return (await stat(path)).size;
    },

    read: async (name) => await storedFile(pathOf(name)),
    bytesOf: async (name) => (await storedFile(pathOf(name)))?.bytes ?? null,
    names: async () =>
      (await namesIn(folder))
        .filter((name) => backupName.test(name))
        .sort()
        .reverse(),
    remove: async (name) => await rm(pathOf(name), { force: true }),
    removeHalf: async (name) => await rm(`${pathOf(name)}.part`, { force: true }),
  };
}

/** Writes a file that is there under its name only once it is whole. */
export async function writeWhole(path: string, body: Readable, signal?: AbortSignal): Promise<void> {
  const part = `${path}.part`;
  try {
    await pipeline(body, createWriteStream(part, { mode: 0o600, flush: true }), { ...(signal && { signal }) });
    await renameDurably(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Null where there is no such file. */
export async function storedFile(path: string): Promise<StoredBackup | null> {
  const there = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!there?.isFile()) return null;
  return { bytes: there.size, open: () => createReadStream(path, { highWaterMark: 256 * 1024 }) };
}
