import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { namesIn } from '../storage/files/names-in.ts';
import { entriesByAccount, foldersOfAccounts, foldersOfRows } from './company-files.ts';

/** A folder in which nothing was written for so long is counted once, until its list of files changes. */
const settledMs = 3_600_000;
const filesAtOnce = 32;

interface Counted {
  readonly listedMs: number;
  readonly bytes: number;
}

/**
 * Counts what the files of each company take, and writes it down where it is another number than before. Sounds lie in a folder for
 * each month: those of months that are over are not looked at again. With a node it is written of companies that are at home there.
 */
export function storageMeasure(
  db: Database,
  dataDir: string,
  node?: string,
): () => Promise<ReadonlyMap<string, number>> {
  const settled = new Map<string, Counted>();
  return async () => {
    const found = new Map<string, number>();
    const add = (accountId: string, bytes: number) => found.set(accountId, (found.get(accountId) ?? 0) + bytes);
    for (const folder of foldersOfAccounts) {
      for (const accountId of await namesIn(join(dataDir, folder))) {
        add(accountId, await bytesBelow(join(dataDir, folder, accountId), settled));
      }
    }
    for (const each of foldersOfRows) {
      for (const [accountId, names] of await entriesByAccount(db, dataDir, each)) {
        for (const name of names) add(accountId, await bytesAt(join(dataDir, each.folder, name), settled));
      }
    }
    for (const { accountId, bytes } of await farBytes(db)) add(accountId, bytes);
    await write(db, found, node ?? null);
    return found;
  };
}

/** What lies in a bucket, or waits to go there. */
async function farBytes(db: Database) {
  const { rows } = await sql<{ accountId: string; bytes: number }>`
    select account_id as "accountId", sum(bytes)::float8 as bytes from far_files where state <> 'removing' group by account_id`.execute(
    db,
  );
  return rows;
}

async function write(db: Database, found: ReadonlyMap<string, number>, node: string | null): Promise<void> {
  const [ids, bytes] = [[...found.keys()], [...found.values()]];
  await sql`
    insert into account_storage (account_id, bytes)
    select id, coalesce(bytes, 0) from accounts left join unnest(${ids}::text[], ${bytes}::bigint[]) as found (account_id, bytes)
      on account_id = id
    where accounts.node = coalesce(${node}::text, accounts.node)
    on conflict (account_id) do update set bytes = excluded.bytes, measured_at = now()
      where account_storage.bytes <> excluded.bytes`.execute(db);
}

const bytesAt = async (path: string, settled: Map<string, Counted>): Promise<number> => {
  const there = await stat(path).catch(() => null);
  return there?.isDirectory() ? await bytesBelow(path, settled) : (there?.size ?? 0);
};

async function bytesBelow(folder: string, settled: Map<string, Counted>): Promise<number> {
  const there = await stat(folder).catch(() => null);
  if (!there?.isDirectory()) return there?.size ?? 0;
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let below = 0;
  for (const entry of entries) if (entry.isDirectory()) below += await bytesBelow(join(folder, entry.name), settled);
  const known = settled.get(folder);
  if (known?.listedMs === there.mtimeMs) return below + known.bytes;
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
  const { bytes, writtenMs } = await sizesOf(files);
  if (Date.now() - Math.max(writtenMs, there.mtimeMs) > settledMs) {
    settled.set(folder, { listedMs: there.mtimeMs, bytes });
  }
  return below + bytes;
}

/** The sum of their sizes, and when the newest was written. */
async function sizesOf(files: readonly string[]): Promise<{ bytes: number; writtenMs: number }> {
  const sum = { bytes: 0, writtenMs: 0 };
  for (let at = 0; at < files.length; at += filesAtOnce) {
    const some = await Promise.all(files.slice(at, at + filesAtOnce).map((file) => stat(file).catch(() => null)));
    for (const one of some) {
      if (!one) continue;
      sum.bytes += one.size;
      sum.writtenMs = Math.max(sum.writtenMs, one.mtimeMs);
    }
  }
  return sum;
}
