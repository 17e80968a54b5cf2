import { createWriteStream, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';
import { Encrypter } from 'age-encryption';
import { type Pack, pack } from 'tar-stream';
import type { Database } from '../storage/database.ts';
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

export interface BackupSource {
  readonly db: Database;
  readonly dataDir: string;
  /** The key of the secrets, where it does not lie in the data folder; it is in the backup as the key of the folder. */
  readonly keyFile?: string | undefined;
  /** Of Sidetone, such as 0.3.0. */
  readonly release: string;
  /** At least 12 characters. */
  readonly passphrase: string;
  /** How much a guess at the passphrase costs, as a power of two; 18 unless told otherwise, about a second. */
  readonly workFactor?: number;
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
}

const leastPassphrase = 12;

/**
 * Everything of an installation as one encrypted stream (age with a passphrase, inside it a tar): all rows as they are
 * at one moment, and the files of the data folder with its keys and authority. The server may run. Throws
 * `BackupError`; the stream breaks off with the cause when something fails on the way.
 */
async function openBackup(source: BackupSource): Promise<Readable> {
  if (source.passphrase.length < leastPassphrase) throw new BackupError('WEAK_PASSPHRASE');
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
  return Readable.fromWeb(sealed as NodeWebStream<Uint8Array>);
}

/** Writes a backup to a file that is there only once it is whole. Throws `BackupError`, or what the disk says. */
export async function writeBackup(file: string, source: BackupSource): Promise<void> {
  const part = `${file}.part`;
  const stream = await openBackup(source);
  try {
    await pipeline(stream, createWriteStream(part, { mode: 0o600, flush: true }));
    await rename(part, file);
    // The name has to be on the disk as well.
    const folder = await open(dirname(file), 'r');
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

const withKey = (files: readonly FolderFile[], keyFile: string | undefined): readonly FolderFile[] => {
  if (keyFile === undefined) return files;
  return [...files.filter(({ name }) => name !== 'key'), { name: 'key', path: keyFile, bytes: statSync(keyFile).size }];
};

const fill = async (archive: Pack, { db, dataDir, keyFile, release, onProgress }: BackupSource): Promise<void> => {
  const count = { rows: 0, files: 0, done: 0 };
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
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
        const text = JSON.stringify(rows);
        await put(archive, `${entryNames.database}${table}/${String(serial).padStart(8, '0')}.json`, text);
        tell(text.length);
      }
      for (const file of files) {
        if (await putFile(archive, `${entryNames.files}${file.name}`, file.path, tell)) count.files += 1;
      }
      onProgress?.({ done: total, total });
    });
  const end: BackupEnd = { rows: count.rows, files: count.files };
  await put(archive, entryNames.end, JSON.stringify(end));
};
