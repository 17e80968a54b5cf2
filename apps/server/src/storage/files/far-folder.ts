import { randomBytes } from 'node:crypto';
import { link, mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { BlobError, type Blobs, checkedKey } from '../blobs/blobs.ts';
import type { Database } from '../database.ts';
import { syncFolder, writeDurably } from '../durable-file.ts';
import type { Writer } from '../writer.ts';
import { type NearCopies, nameOf } from './near-copies.ts';
import type { Porter } from './porter.ts';

/** What is sent of a file that is not on this machine. */
export interface FarSource {
  readonly bytes: number;
  /** Both count. */
  open(from: number, to: number): Promise<Readable>;
}

/** Whose a file is: the id of an account, or a row of one. */
type Owner = string | { readonly table: 'channels' | 'assistants'; readonly id: string };

const accountOf = async (trx: Writer, { table, id }: Exclude<Owner, string>): Promise<string> =>
  (await trx.selectFrom(table).select('account_id').where('id', '=', id).executeTakeFirstOrThrow()).account_id;

/** Files of one folder of the data folder, by their paths in it. */
export interface FarFolder {
  /**
   * A file of this machine that is complete, and that nobody writes to any more, is the bucket's from now on. Durable with the
   * transaction; `tidy` removes it from where it lay once that has been committed.
   */
  handIn(
    trx: Writer,
    file: { readonly path: string; readonly accountId: string; readonly from: string },
  ): Promise<void>;
  tidy(from: string): Promise<void>;
  /** The same in a transaction of its own: durable, and gone from where it lay, once it fulfils. */
  take(file: Parameters<FarFolder['handIn']>[1]): Promise<void>;
  /** Keeps this under the path, in place of what was there; durable once it fulfils. */
  write(path: string, owner: Owner, content: string | Uint8Array): Promise<void>;
  /** Where it lies on this machine, fetched if need be; null where nobody knows it. Rejects with `BlobError`. */
  near(path: string): Promise<string | null>;
  /** The same as a file of this machine, or as what is read from the bucket; null where nobody knows it. */
  source(path: string): Promise<string | FarSource | null>;
  /** When it came to be, in milliseconds since 1970; null where nobody knows it. */
  since(path: string): Promise<number | null>;
  /** Nobody finds it from now on; the bucket forgets it as soon as it can be reached. */
  remove(path: string): Promise<void>;
  /** Some of all files, in the order of their paths: those after `after`. */
  list(after: string, most: number): Promise<readonly { readonly path: string; readonly since: Date }[]>;
}

interface FolderParts {
  readonly db: Database;
  readonly blobs: Blobs;
  readonly copies: NearCopies;
  readonly carrying: Porter;
  /** Where files wait. */
  readonly waiting: string;
  /** Its name within the data folder. */
  readonly folder: string;
}

export const farFolder = (parts: FolderParts): FarFolder => ({
  ...handing(parts),
  ...reading(parts),
  async remove(path) {
    const { db, folder, copies, carrying, waiting } = parts;
    const rows = await forgotten(db, folder, path);
    for (const key of rows) {
      await copies.remove(key);
      await rm(join(waiting, nameOf(key)), { force: true });
    }
    if (rows.length > 0) carrying.wake();
  },
});

/** Nobody finds the file of this path from now on; gives the keys that it had. */
async function forgotten(db: Writer, folder: string, path: string): Promise<string[]> {
  const rows = await db
    .updateTable('far_files')
    .set({ state: 'removing', since: sql<Date>`now()` })
    .where('folder', '=', folder)
    .where('path', '=', path)
    .where('state', '<>', 'removing')
    .returning('key')
    .execute();
  return rows.map(({ key }) => key);
}

function handing({ db, folder, copies, carrying, waiting }: FolderParts) {
  async function handIn(trx: Writer, { path, accountId, from }: Parameters<FarFolder['handIn']>[1]): Promise<void> {
    const key = newKey(accountId, folder, path);
    await mkdir(waiting, { recursive: true, mode: 0o700 });
    const file = await open(from, 'r');
    const { size } = await file.stat();
    await file.sync().finally(() => file.close());
    // Links: until the transaction has ended, the file is where it was as well.
    await link(from, join(waiting, nameOf(key)));
    await syncFolder(waiting);
    await copies.add(key, from, size);
    await forgotten(trx, folder, path);
    const row = { key, folder, path, account_id: accountId, state: 'waiting' as const, bytes: size };
    await trx.insertInto('far_files').values(row).execute();
    carrying.wake();
  }
  return {
    handIn,
    tidy: (from: string) => rm(from, { force: true }),
    async take(file: Parameters<FarFolder['handIn']>[1]) {
      await db.transaction().execute((trx) => handIn(trx, file));
      await rm(file.from, { force: true });
      carrying.wake();
    },
    async write(path: string, owner: Owner, content: string | Uint8Array) {
      const from = join(waiting, `${randomBytes(12).toString('hex')}.new`);
      await writeDurably(from, content);
      try {
        await db.transaction().execute(async (trx) => {
          const accountId = typeof owner === 'string' ? owner : await accountOf(trx, owner);
          await handIn(trx, { path, accountId, from });
        });
      } finally {
        await rm(from, { force: true });
      }
      carrying.wake();
    },
  };
}

function reading({ db, blobs, folder, copies, waiting }: FolderParts) {
  const find = (path: string) =>
    db
      .selectFrom('far_files')
      .select(['key', 'state', 'bytes', 'since'])
      .where('folder', '=', folder)
      .where('path', '=', path)
      .where('state', '<>', 'removing')
      .executeTakeFirst();
  /** A file that waits lies here, or on another machine, which alone can read it. */
  const waitsAt = async (key: string, bytes: number): Promise<string> => {
    const copy = await copies.find(key);
    if (copy !== null) return copy;
    const path = join(waiting, nameOf(key));
    if (await isThere(path)) return path;
    // Or it is in the bucket already: just sent, or its machine ended before it could say so.
    return await copies.fetch(key, bytes).catch((error: unknown) => {
      if (!(error instanceof BlobError) || error.code !== 'MISSING') throw error;
      throw new BlobError('AWAY', `${key} waits at another machine`);
    });
  };
  return {
    async near(path: string) {
      const row = await find(path);
      if (!row) return null;
      const bytes = Number(row.bytes);
      return row.state === 'waiting' ? await waitsAt(row.key, bytes) : await copies.fetch(row.key, bytes);
    },
    async source(path: string) {
      const row = await find(path);
      if (!row) return null;
      if (row.state === 'waiting') return await waitsAt(row.key, Number(row.bytes));
      const copy = await copies.find(row.key);
      return copy ?? { bytes: Number(row.bytes), open: (from: number, to: number) => blobs.get(row.key, { from, to }) };
    },
    since: async (path: string) => (await find(path))?.since.getTime() ?? null,
    list: (after: string, most: number) =>
      db
        .selectFrom('far_files')
        .select(['path', 'since'])
        .where('folder', '=', folder)
        .where('path', '>', after)
        .where('state', '<>', 'removing')
        .orderBy('path')
        .limit(most)
        .execute(),
  };
}

/** Begins with the account, so that everything of a company lies below one prefix, and is never used twice. */
function newKey(accountId: string, folder: string, path: string): string {
  const own = path.startsWith(`${accountId}/`) ? path.slice(accountId.length + 1) : path;
  const [, stem = own, ending = ''] = /^(.+?)(\.[A-Za-z0-9]{1,10})?$/.exec(own) ?? [];
  return checkedKey(`${accountId}/${folder}/${stem}~${randomBytes(6).toString('hex')}${ending}`);
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
