import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';
import { Decrypter } from 'age-encryption';
import { extract } from 'tar-stream';
import { ZodError } from 'zod';
import type { Database } from '../storage/database.ts';
import { beginLoading, holdsCompany, isInUse, isKnownMigration, type Loading } from './database-copy.ts';
import { ownEntries } from './folder-files.ts';
import {
  BackupError,
  type BackupHead,
  type BackupProgress,
  backupEnd,
  backupFormat,
  backupHead,
  entryNames,
  rowsChunk,
} from './format.ts';

export interface RestoreTarget {
  readonly dataDir: string;
  /** Replaces what is there. */
  readonly force: boolean;
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
}

/** A file in the archive. */
interface Entry extends AsyncIterable<Uint8Array> {
  readonly header: { readonly name: string; readonly mode?: number; readonly type?: string | null };
}

/** The most bytes that the head, a chunk of rows and the end may have: they are held whole, and a chunk has about a million. */
const mostHeldBytes = 64 * 1024 * 1024;
/** Our own files lie four folders deep at most. */
const mostFolders = 16;
/** The most bytes of the name of a file or folder, as file systems have it. */
const longestName = 255;
/** The head of an age file with one passphrase has about 150 bytes. */
const longestSealHead = 16_384;

/**
 * Reads what a backup says of itself. Throws `BackupError` for a wrong passphrase, another file, and one of a newer
 * Sidetone.
 */
export async function readBackupHead(file: string, passphrase: string): Promise<BackupHead> {
  for await (const entry of entriesOf(file, passphrase)) return await headOf(entry);
  throw new BackupError('NOT_A_BACKUP');
}

/**
 * Puts a backup into a data folder and a database, and brings the tables to this Sidetone's. No server may run on
 * either. Until everything was read and checked, nothing of what was there is changed. Throws `BackupError`.
 Otherwise it throws what the disk or the database says.
 */
export async function restoreBackup(
  file: string,
  passphrase: string,
  db: Database,
  target: RestoreTarget,
): Promise<BackupHead> {
  const { dataDir, force } = target;
  if (!force && ownEntries(dataDir).length > 0) throw new BackupError('NOT_EMPTY');
  const staging = join(dataDir, '.restoring');
  rmSync(staging, { recursive: true, force: true });
  let isBroken = false;
  try {
    const head = await db.transaction().execute(async (trx) => {
      if (await isInUse(trx)) throw new BackupError('RUNNING');
      if (!force && (await holdsCompany(trx))) throw new BackupError('NOT_EMPTY');
      mkdirSync(staging, { recursive: true, mode: 0o700 });
      return await readInto(
        staging,
        entriesOf(file, passphrase, () => (isBroken = true), target.onProgress),
        (found) => beginLoading(trx, found),
      );
    });
    takeOver(dataDir, staging);
    return head;
  } catch (error) {
    // What the disk or the database says is no fault of the file.
    if (error instanceof BackupError) throw error;
    if (isBroken || error instanceof SyntaxError || error instanceof ZodError) throw new BackupError('DAMAGED', error);
    throw error;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

const readInto = async (
  staging: string,
  entries: AsyncIterable<Entry>,
  begin: (head: BackupHead) => Promise<Loading>,
): Promise<BackupHead> => {
  let head: BackupHead | undefined;
  let loading: Loading | undefined;
  let isWhole = false;
  const count = { rows: 0, files: 0 };
  for await (const entry of entries) {
    const { name } = entry.header;
    if (!head) {
      head = await headOf(entry);
      loading = await begin(head);
    } else if (name.startsWith(entryNames.database)) {
      const rows = rowsChunk.parse(await jsonOf(entry));
      count.rows += rows.length;
      await loading?.load({ table: name.split('/')[1] ?? '', rows });
    } else if (name.startsWith(entryNames.files)) {
      await stage(staging, name.slice(entryNames.files.length), entry);
      count.files += 1;
    } else if (name === entryNames.end) {
      const end = backupEnd.parse(await jsonOf(entry));
      isWhole = end.rows === count.rows && end.files === count.files;
    } else throw new BackupError('DAMAGED', `an unknown entry ${name}`);
  }
  if (!head || !loading || !isWhole) throw new BackupError('DAMAGED');
  await loading.finish();
  return head;
};

const headOf = async (entry: Entry): Promise<BackupHead> => {
  if (entry.header.name !== entryNames.head) throw new BackupError('NOT_A_BACKUP');
  const text = await jsonOf(entry);
  // A later format may look otherwise in everything but its number.
  const format = backupHead.pick({ format: true }).safeParse(text);
  if (format.success && format.data.format > backupFormat) throw new BackupError('NEWER');
  const head = backupHead.parse(text);
  if (!isKnownMigration(head.migratedTo)) throw new BackupError('NEWER');
  return head;
};

/** What a small entry says. Throws `BackupError` for one that is too large to be held, `SyntaxError` for no JSON. */
const jsonOf = async (entry: Entry): Promise<unknown> => {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of entry) {
    size += piece.length;
    // What it says of its own size may be less than what comes.
    if (size > mostHeldBytes)
      throw new BackupError('DAMAGED', `${entry.header.name} has more than ${mostHeldBytes} bytes`);
    pieces.push(piece);
  }
  return JSON.parse(Buffer.concat(pieces, size).toString());
};

/** Writes one file below `staging`, wherever its name points to. The archive may come from an attacker. */
const stage = async (staging: string, name: string, entry: Entry): Promise<void> => {
  const parts = name.split('/');
  // A backslash and a colon part names on Windows.
  const isHarmless = (part: string) =>
    part !== '' && part !== '.' && part !== '..' && !/[\0\\:]/.test(part) && Buffer.byteLength(part) <= longestName;
  if (parts.length > mostFolders || !parts.every(isHarmless)) throw new BackupError('DAMAGED', `a file named ${name}`);
  const path = join(staging, ...parts);
  // Neither twice the same, nor a file in place of a folder.
  if (existsSync(path) || isBelowFile(staging, parts)) throw new BackupError('DAMAGED', `${name} is there twice`);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Nobody else of this machine may change it, and nothing runs as someone else.
  const mode = ((entry.header.mode ?? 0o600) & 0o755) | 0o600;
  await pipeline(entry, createWriteStream(path, { mode, flags: 'wx', flush: true }));
};

const isBelowFile = (staging: string, parts: readonly string[]): boolean =>
  parts.slice(0, -1).some((_part, at) => {
    const above = statSync(join(staging, ...parts.slice(0, at + 1)), { throwIfNoEntry: false });
    return above !== undefined && !above.isDirectory();
  });

/** Puts the files in their places, each folder by one rename; what was there goes only after that. */
const takeOver = (dataDir: string, staging: string): void => {
  const old = join(dataDir, '.restored-over');
  rmSync(old, { recursive: true, force: true });
  mkdirSync(old, { mode: 0o700 });
  for (const name of ownEntries(dataDir)) renameSync(join(dataDir, name), join(old, name));
  for (const name of ownEntries(staging)) renameSync(join(staging, name), join(dataDir, name));
  rmSync(old, { recursive: true, force: true });
};

async function* entriesOf(
  file: string,
  passphrase: string,
  /** Hears when the file cannot be read on; the reader of an entry at that moment only learns that it broke off. */
  onBroken: () => void = () => {},
  onProgress?: (progress: BackupProgress) => void,
): AsyncGenerator<Entry> {
  if (!existsSync(file)) throw new BackupError('NOT_A_BACKUP', `there is no ${file}`);
  const { size: total } = await stat(file);
  if (!(await isSealed(file))) throw new BackupError('NOT_A_BACKUP', 'it is not sealed with a passphrase');
  let done = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      done += chunk.length;
      onProgress?.({ done, total });
      next(null, chunk);
    },
  });
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  source.once('error', (error) => counted.destroy(error));
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const archive = extract();
  try {
    const sealed = Readable.toWeb(source.pipe(counted)) as ReadableStream<Uint8Array>;
    const plain = await decrypter.decrypt(sealed).catch((error: unknown) => {
      const isOther = /no identity matched/i.test(String(error));
      throw new BackupError(isOther ? 'WRONG_PASSPHRASE' : 'NOT_A_BACKUP', error);
    });
    const readable = Readable.fromWeb(plain as NodeWebStream<Uint8Array>);
    archive.once('error', onBroken);
    readable.once('error', (error) => archive.destroy(error));
    readable.pipe(archive);
    // The types of the archive say nothing of what its entries hold: bytes.
    for await (const entry of archive as AsyncIterable<Entry>) {
      const { type, name } = entry.header;
      if (type !== 'file') throw new BackupError('DAMAGED', `${name} is a ${type}`);
      yield entry;
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError('DAMAGED', error);
  } finally {
    source.destroy();
  }
}

/** Whether a file begins as one that is sealed with a passphrase, and says so soon: a seal is read whole, however long. */
const isSealed = async (file: string): Promise<boolean> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(longestSealHead), 0, longestSealHead, 0);
    return /^age-encryption\.org\/v1\n.*\n--- /s.test(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await handle.close();
  }
};
