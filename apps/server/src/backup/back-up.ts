import { statSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';
import { backupPassphraseMinLength } from '@sidetone/contract/entities/admin-account.ts';
import { Encrypter } from 'age-encryption';
import { sql, type Transaction } from 'kysely';
import { type Pack, pack } from 'tar-stream';
import type { Database } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import { put, putFile } from './archive.ts';
import { describeDatabase, readRows } from './database-copy.ts';
import { type FolderFile, filesOf } from './folder-files.ts';
import {
  type BackupEnd,
  BackupError,
  type BackupHead,
  type BackupProgress,
  backupFormat,
  entryNames,
} from './format.ts';
import { writeWhole } from './places/folder-place.ts';

export interface BackupSource {
  readonly db: Database;
  readonly dataDir: string;
  /** The key of the secrets, where it does not lie in the data folder; it is in the backup as the key of the folder. */
  readonly keyFile?: string | undefined;
  /** Of Sidetone, such as 0.3.0. */
  readonly release: string;
  /** At least `backupPassphraseMinLength` characters. */
  readonly passphrase: string;
  /** How much a guess at the passphrase costs, as a power of two; 18 unless told otherwise, about a second. */
  readonly workFactor?: number;
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
}

/**
 * Everything of an installation as one encrypted stream (age with a passphrase, inside it a tar): all rows as they are
 * at one moment, and the files of the data folder with its keys and authority. The server may run. Throws
 * `BackupError`; the stream breaks off with the cause when something fails on the way.
 */
export async function openBackup(source: BackupSource): Promise<Readable> {
  if (source.passphrase.length < backupPassphraseMinLength) throw new BackupError('WEAK_PASSPHRASE');
  const archive = pack();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(source.passphrase);
  if (source.workFactor !== undefined) encrypter.setScryptWorkFactor(source.workFactor);
  const plain = Readable.from(archive, { objectMode: false });
  const sealed = await encrypter.encrypt(Readable.toWeb(plain) as ReadableStream<Uint8Array>);
  fill(archive, source).then(
    () => archive.finalize(),
    (error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  const body = Readable.fromWeb(sealed as NodeWebStream<Uint8Array>);
  // A reader that stops ends the transaction.
  body.once('close', () => archive.destroy());
  return body;
}

/** Writes a backup to a file that is there only once it is whole. Throws `BackupError`, or what the disk says. */
export const writeBackup = async (file: string, source: BackupSource): Promise<void> =>
  await writeWhole(file, await openBackup(source));

/** One backup at a time over all servers of a database: it reads everything, and holds back erasures. */
const takeTurn = async (trx: Transaction<Schema>): Promise<void> => {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('sidetone'), hashtext('backup')) as taken`.execute(trx);
  if (!rows[0]?.taken) throw new BackupError('BUSY');
};

const withKey = (files: readonly FolderFile[], keyFile: string | undefined): readonly FolderFile[] => {
  if (keyFile === undefined) return files;
  return [...files.filter(({ name }) => name !== 'key'), { name: 'key', path: keyFile, bytes: statSync(keyFile).size }];
};

const fill = async (archive: Pack, { db, dataDir, keyFile, release, onProgress }: BackupSource): Promise<void> => {
  const count = { rows: 0, files: 0, done: 0 };
  const rowsOf: Record<string, number> = {};
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await takeTurn(trx);
      const { bytes, ...database } = await describeDatabase(trx);
      const madeAt = new Date().toISOString();
      const head: BackupHead = { format: backupFormat, release, madeAt, ...database };
      await put(archive, entryNames.head, JSON.stringify(head));
      // Listed after the moment of the rows: whatever a row speaks of is there.
      const files = withKey(filesOf(dataDir), keyFile);
      const total = bytes + files.reduce((sum, file) => sum + file.bytes, 0);
      const tell = (more: number) => {
        count.done += more;
        onProgress?.({ done: Math.min(count.done, total), total });
      };
      let serial = 0;
      for await (const { table, rows } of readRows(trx, Object.keys(head.tables))) {
        serial += 1;
        count.rows += rows.length;
        rowsOf[table] = (rowsOf[table] ?? 0) + rows.length;
        const text = JSON.stringify(rows);
        await put(archive, `${entryNames.database}${table}/${String(serial).padStart(8, '0')}.json`, text);
        tell(text.length);
      }
      for (const file of files) {
        if (await putFile(archive, `${entryNames.files}${file.name}`, file.path, tell)) count.files += 1;
      }
      onProgress?.({ done: total, total });
    });
  const end: BackupEnd = { rows: count.rows, files: count.files, tables: rowsOf };
  await put(archive, entryNames.end, JSON.stringify(end));
};
