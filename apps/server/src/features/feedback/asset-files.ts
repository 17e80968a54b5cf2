import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { renameDurably } from '../../storage/durable-file.ts';
import type { FarFolder } from '../../storage/files/far-folder.ts';
import { namesIn } from '../../storage/files/names-in.ts';
import { nextTurn, placeOf, turnsOf } from '../../storage/files/near-file.ts';

/** Files that people uploaded: one each, named by its id. */
export interface AssetFiles {
  /** Throws RangeError for ids with odd letters. */
  pathOf(id: string): string;
  /** Where it lies on this machine; null where nobody knows it. */
  fileOf(id: string): Promise<string | null>;
  /**
   * Writes a file aside and gives its size; nothing is kept of one that has more than `limit` bytes, and `tooLarge` is
   * thrown. `keep` makes it last, `remove` drops it.
   */
  receive(id: string, bytes: Readable | Buffer, limit: number, tooLarge: () => Error): Promise<number>;
  /** What was received, before it is kept. */
  receivedPath(id: string): string;
  /** Durable when it fulfils. */
  keep(id: string, accountId: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Every file that lies there, half received ones too, and when it was last written to. */
  list(): Promise<readonly { readonly id: string; readonly changedAt: number }[]>;
}

/** Where they lie within the data folder; backups hold it. */
export const userAssetsFolder = (dataDir: string): string => join(dataDir, 'user-assets');

export function assetFiles(folder: string, far?: FarFolder): AssetFiles {
  const turn = turnsOf(far);
  const pathOf = (id: string): string => {
    if (!/^[A-Za-z0-9_-]{1,100}$/.test(id)) throw new RangeError('an id cannot name a file');
    return join(folder, id);
  };
  const receivedPath = (id: string) => `${pathOf(id)}.part`;
  const remove = async (id: string) => {
    await Promise.all([rm(pathOf(id), { force: true }), rm(receivedPath(id), { force: true })]);
    await far?.remove(id);
  };
  return {
    pathOf,
    receivedPath,
    remove,
    fileOf: (id) => placeOf(far, id, pathOf(id)),
    async receive(id, bytes, limit, tooLarge) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      let size = 0;
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          size += chunk.length;
          done(size > limit ? tooLarge() : null, chunk);
        },
      });
      try {
        const source = Buffer.isBuffer(bytes) ? Readable.from([bytes]) : bytes;
        await pipeline(source, counted, createWriteStream(receivedPath(id), { mode: 0o600, flush: true }));
        return size;
      } catch (error) {
        await remove(id);
        throw error;
      }
    },
    async keep(id, accountId) {
      if (far) {
        await far.take({ path: id, accountId, from: receivedPath(id) });
        return;
      }
      await renameDurably(receivedPath(id), pathOf(id));
    },
    async list() {
      const names = await namesIn(folder);
      const found = await Promise.all(
        names.map(async (name) => {
          const there = await stat(join(folder, name)).catch(() => null);
          return there?.isFile() ? [{ id: name.replace(/\.part$/, ''), changedAt: there.mtimeMs }] : [];
        }),
      );
      const elsewhere = await nextTurn(turn);
      return [...found.flat(), ...elsewhere.map(({ path, since }) => ({ id: path, changedAt: since.getTime() }))];
    },
  };
}
