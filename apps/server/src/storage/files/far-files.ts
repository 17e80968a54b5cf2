// Files that lie in a bucket: each is complete on the disk of a machine first, waits there until the bucket has got it, and is near
// for as long as somebody listens to it.
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Blobs } from '../blobs/blobs.ts';
import type { Database } from '../database.ts';
import type { Writer } from '../writer.ts';
import { type FarFolder, farFolder } from './far-folder.ts';
import { nearCopies } from './near-copies.ts';
import { type Porter, porter } from './porter.ts';

export interface FarFiles {
  of(folder: string): FarFolder;
  readonly porter: Porter;
  readonly blobs: Blobs;
  readonly db: Database;
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
  const waiting = waitingFolder(dataDir);
  const carrying = porter({ ...parts, copies, folder: waiting });
  let timer: NodeJS.Timeout | undefined;
  async function sweep(): Promise<void> {
    await removeOfCompaniesGone(db);
    carrying.wake();
    await copies.forget((keys) => knownOf(db, keys));
  }
  return {
    of: (folder) => farFolder({ db, blobs, copies, carrying, waiting, folder }),
    porter: carrying,
    blobs,
    db,
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

/** A file that waits for longer is trouble: an S3 service that restarts is back sooner. */
export const waitsLongSeconds = 15 * 60;

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
