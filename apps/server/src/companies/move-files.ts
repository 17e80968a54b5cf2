// Files move between the data folder and a bucket; what was moved is left out the next time.
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { evenSounds } from '../sound/even-frames.ts';
import { BlobError } from '../storage/blobs/blobs.ts';
import { counting } from '../storage/blobs/counting.ts';
import type { Database } from '../storage/database.ts';
import { makeFolderDurably, renameDurably } from '../storage/durable-file.ts';
import type { FarFiles } from '../storage/files/far-files.ts';
import { filesOfCompany } from './company-files.ts';

interface MoveParts {
  readonly db: Database;
  readonly dataDir: string;
  readonly far: FarFiles;
  onProgress(moved: Moved): void;
}

export interface Moved {
  files: number;
  bytes: number;
  /** Those that cannot be moved now, such as recordings that run, and files that wait at another machine. */
  left: number;
}

const sentAtOnce = 50;
const soundFolders = ['recordings', 'voicemails', 'captures'] as const;

/** Brings every complete file of every company to the bucket. Rejects with `BlobError` where that is away: begin again later. */
export async function moveToBucket({ db, dataDir, far, onProgress }: MoveParts): Promise<Moved> {
  const moved: Moved = { files: 0, bytes: 0, left: 0 };
  // What waits already comes first, and tells whether anything can be sent.
  await far.porter.carry();
  const even = evenSounds(() => {});
  for (const { id: accountId } of await db.selectFrom('accounts').select('id').orderBy('id').execute()) {
    for await (const { name, path: from, bytes } of filesOfCompany(db, dataDir, accountId)) {
      const [folder = '', ...rest] = name.split('/');
      const path = rest.join('/');
      const there = far.of(folder);
      if ((await there.since(path)) !== null) await rm(from, { force: true });
      else if (await isComplete(db, folder, path)) {
        // Older ones are written again when somebody first listens to them; from now on nothing is written to them.
        if (path.endsWith('.mp3')) await even(from);
        await there.take({ path, accountId, from });
        moved.files += 1;
        moved.bytes += bytes;
        if (moved.files % sentAtOnce === 0) await far.porter.carry();
        onProgress(moved);
      } else moved.left += 1;
    }
  }
  await far.porter.carry();
  return moved;
}

/** A sound is complete once its row says so; other files are there as a whole, or not at all. */
async function isComplete(db: Database, folder: string, path: string): Promise<boolean> {
  const original = path.replace(/\.mp3$/, '.wav');
  if (folder === 'answers') {
    const { rows } = await sql`
      select from assistant_answers join assistant_askings on id = asking_id
      where path = ${original} and ended_at is not null`.execute(db);
    return rows.length > 0;
  }
  const table = soundFolders.find((one) => one === folder);
  if (!table) return true;
  const row = await db.selectFrom(table).select('state').where('original_path', '=', original).executeTakeFirst();
  return row?.state === 'ready' || row?.state === 'failed';
}

const rowsAtOnce = 200;

/** Brings every file of the bucket to the data folder, and has the bucket forget each that is here as it was. */
export async function moveToFolder({ db, dataDir, far, onProgress }: MoveParts): Promise<Moved> {
  const moved: Moved = { files: 0, bytes: 0, left: 0 };
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('far_files')
      .select(['key', 'folder', 'path', 'bytes', 'sha256'])
      .where('state', '<>', 'removing')
      .where('key', '>', after)
      .orderBy('key')
      .limit(rowsAtOnce)
      .execute();
    for (const row of rows) {
      if (await bring(far, dataDir, row)) {
        await forget(db, row.key);
        moved.files += 1;
        moved.bytes += Number(row.bytes);
      } else moved.left += 1;
      onProgress(moved);
    }
    await far.porter.carry();
    after = rows.at(-1)?.key ?? '';
    if (rows.length < rowsAtOnce) return moved;
  }
}

interface FarRow {
  readonly key: string;
  readonly folder: string;
  readonly path: string;
  readonly bytes: string;
  readonly sha256: Buffer | null;
}

/** False where it waits at another machine. */
async function bring(far: FarFiles, dataDir: string, { key, folder, path, bytes, sha256 }: FarRow): Promise<boolean> {
  const near = await far
    .of(folder)
    .near(path)
    .catch((error: unknown) => {
      if (error instanceof BlobError && error.code === 'AWAY' && sha256 === null) return null;
      throw error;
    });
  if (near === null) return false;
  const to = join(dataDir, folder, path);
  const part = `${to}.part`;
  await makeFolderDurably(dirname(to));
  const { counted, written } = counting();
  await pipeline(createReadStream(near), counted, createWriteStream(part, { mode: 0o600, flush: true }));
  const brought = written();
  if (brought.bytes !== Number(bytes) || (sha256 !== null && !brought.sha256.equals(sha256))) {
    await rm(part, { force: true });
    throw new BlobError('DAMAGED', `${key} is not what was sent to the bucket. It stays there.`);
  }
  await renameDurably(part, to);
  return true;
}

const forget = (db: Database, key: string): Promise<unknown> =>
  db.updateTable('far_files').set({ state: 'removing', since: sql<Date>`now()` }).where('key', '=', key).execute();
