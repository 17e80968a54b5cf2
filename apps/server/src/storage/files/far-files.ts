// Files that lie in a bucket: each is complete on the disk of a machine first, waits there until the bucket has got it, and is near
// for as long as somebody listens to it.
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { BlobError, type Blobs, checkedKey } from '../blobs/blobs.ts';
import type { Database } from '../database.ts';
import { writeDurably } from '../durable-file.ts';
import type { Writer } from '../writer.ts';
import { type NearCopies, nameOf, nearCopies, syncFolder } from './near-copies.ts';
import { type Porter, porter } from './porter.ts';

/** What is sent of a file that is not on this machine. */
export interface FarSource {
  readonly bytes: number;
  /** Both count. */
  open(from: number, to: number): Promise<Readable>;
}

/** Whose a file is: the id of an account, or a row of one. */
export type Owner = string | { readonly table: 'channels' | 'assistants'; readonly id: string };

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

export interface FarFiles {
  of(folder: string): FarFolder;
  readonly porter: Porter;
  readonly blobs: Blobs;
  /** Carries what an earlier life left, and sweeps each hour. */
  start(): void;
  /** Files that wait, here and at other machines, and since when the first does. */
  waiting(atLeastSeconds?: number): Promise<{ readonly count: number; readonly seconds: number }>;
  /** Removes copies of what is gone, and files of companies that are gone. */
  sweep(): Promise<void>;
  stop(): Promise<void>;
}

export interface FarParts {
  readonly db: Database;
  readonly blobs: Blobs;
  readonly dataDir: string;
  readonly cacheBytes: number;
  readonly log: Logger;
}

/** Where files wait, and where copies are, within the data folder. Backups hold the first. */
export const waitingFolder = (dataDir: string): string => join(dataDir, 'files-waiting');
export const copiesFolder = (dataDir: string): string => join(dataDir, 'files-cache');

export function farFiles(parts: FarParts): FarFiles {
  const { db, blobs, dataDir, cacheBytes, log } = parts;
  const copies = nearCopies(copiesFolder(dataDir), blobs, cacheBytes);
  const carrying = porter({ ...parts, copies, folder: waitingFolder(dataDir) });
  let timer: NodeJS.Timeout | undefined;
  async function sweep(): Promise<void> {
    await removeOfCompaniesGone(db);
    carrying.wake();
    await copies.forget((keys) => knownOf(db, keys));
  }
  return {
    of: (folder) => farFolder(parts, folder, copies, carrying),
    porter: carrying,
    blobs,
    start() {
      carrying.wake();
      timer = setInterval(() => {
        sweep().catch((error: unknown) => log.warn({ err: error }, 'files: sweeping failed'));
      }, hourMs);
      timer.unref();
    },
    waiting: (atLeastSeconds) => waitingOf(db, atLeastSeconds),
    sweep,
    async stop() {
      clearInterval(timer);
      await carrying.stop();
      blobs.close();
    },
  };
}

const hourMs = 3_600_000;

async function knownOf(db: Database, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('far_files')
    .select('key')
    .where('key', 'in', keys)
    .where('state', '<>', 'removing')
    .execute();
  return new Set(rows.map(({ key }) => key));
}

/** How many files wait, at all machines, and since when the first does. */
export async function waitingOf(db: Database, atLeastSeconds = 0): Promise<{ count: number; seconds: number }> {
  const { rows } = await sql<{ count: number; seconds: number }>`
    select count(*)::int as count, coalesce(extract(epoch from now() - min(since)), 0)::float8 as seconds
    from far_files where state = 'waiting' and since <= now() - make_interval(secs => ${atLeastSeconds})`.execute(db);
  return rows[0] ?? { count: 0, seconds: 0 };
}

/** Erases what is left of companies that are gone; rows of it go once the bucket has forgotten them. */
async function removeOfCompaniesGone(db: Database): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from (select distinct account_id from far_files where state <> 'removing') as known
    where not exists (select from accounts where id = account_id)`.execute(db);
  for (const { id } of rows) await eraseFarFiles(db, id);
}

/** Everything of a company goes from the bucket: what is known of it, and then whatever lies below its prefix. */
export async function eraseFarFiles(db: Writer, accountId: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('far_files')
    .set({ state: 'removing', since: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  const prefix = { key: `${accountId}/`, account_id: accountId, folder: '', path: '', bytes: 0 };
  await db
    .insertInto('far_files')
    .values({ ...prefix, state: 'removing' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function farFolder({ db, blobs, dataDir }: FarParts, folder: string, copies: NearCopies, carrying: Porter): FarFolder {
  const waiting = waitingFolder(dataDir);
  const find = (path: string) =>
    db
      .selectFrom('far_files')
      .select(['key', 'state', 'bytes', 'since'])
      .where('folder', '=', folder)
      .where('path', '=', path)
      .where('state', '<>', 'removing')
      .executeTakeFirst();
  /** One that waits lies here, or at another machine, where nobody but that one comes to it. */
  const waitsAt = async (key: string): Promise<string> => {
    const copy = await copies.find(key);
    if (copy !== null) return copy;
    const path = join(waiting, nameOf(key));
    if (await isThere(path)) return path;
    throw new BlobError('AWAY', `${key} waits at another machine`);
  };

  async function handIn(trx: Writer, { path, accountId, from }: Parameters<FarFolder['handIn']>[1]): Promise<void> {
    const key = newKey(accountId, folder, path);
    await mkdir(waiting, { recursive: true, mode: 0o700 });
    const file = await open(from, 'r');
    const { size } = await file.stat();
    await file.sync().finally(() => file.close());
    await link(from, join(waiting, nameOf(key)));
    await syncFolder(waiting);
    await copies.add(key, from, size);
    await trx
      .updateTable('far_files')
      .set({ state: 'removing', since: sql<Date>`now()` })
      .where('folder', '=', folder)
      .where('path', '=', path)
      .where('state', '<>', 'removing')
      .execute();
    const row = { key, folder, path, account_id: accountId, state: 'waiting' as const, bytes: size };
    await trx.insertInto('far_files').values(row).execute();
    carrying.wake();
  }
  return {
    handIn,
    tidy: (from) => rm(from, { force: true }),
    async take(file) {
      await db.transaction().execute((trx) => handIn(trx, file));
      await rm(file.from, { force: true });
      carrying.wake();
    },
    async write(path, owner, content) {
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
    async near(path) {
      const row = await find(path);
      if (!row) return null;
      return row.state === 'waiting' ? await waitsAt(row.key) : await copies.fetch(row.key, Number(row.bytes));
    },
    async source(path) {
      const row = await find(path);
      if (!row) return null;
      if (row.state === 'waiting') return await waitsAt(row.key);
      const copy = await copies.find(row.key);
      return copy ?? { bytes: Number(row.bytes), open: (from, to) => blobs.get(row.key, { from, to }) };
    },
    since: async (path) => (await find(path))?.since.getTime() ?? null,
    async remove(path) {
      const rows = await db
        .updateTable('far_files')
        .set({ state: 'removing', since: sql<Date>`now()` })
        .where('folder', '=', folder)
        .where('path', '=', path)
        .where('state', '<>', 'removing')
        .returning('key')
        .execute();
      for (const { key } of rows) {
        await copies.remove(key);
        await rm(join(waiting, nameOf(key)), { force: true });
      }
      if (rows.length > 0) carrying.wake();
    },
    list: (after, most) =>
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
