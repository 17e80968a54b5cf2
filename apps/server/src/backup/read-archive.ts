import { Readable, Transform } from 'node:stream';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';
import { Decrypter } from 'age-encryption';
import { extract } from 'tar-stream';
import { isKnownMigration, type Loading } from './database-copy.ts';
import {
  type BackupEnd,
  BackupError,
  type BackupHead,
  type BackupProgress,
  backupEnd,
  backupFormat,
  backupHead,
  entryNames,
  rowsChunk,
} from './format.ts';
import { storedFile } from './places/folder-place.ts';
import type { StoredBackup } from './places/place.ts';

/** A file in the archive. */
export interface Entry extends AsyncIterable<Uint8Array> {
  readonly header: { readonly name: string; readonly mode?: number; readonly type?: string | null };
}

/** The most bytes that the head, a chunk of rows and the end may have: they are held whole, and a chunk has about a million. */
const mostHeldBytes = 64 * 1024 * 1024;
/** The head of an age file with one passphrase has about 150 bytes. */
const longestSealHead = 16_384;

interface ReadParts {
  begin(head: BackupHead): Promise<Loading>;
  /** Takes one file, by its name from the data folder. */
  file(name: string, entry: Entry): Promise<void>;
  /** When everything was read, and before the rows become what this Sidetone has. */
  whole?(end: BackupEnd): Promise<void>;
}

/** Reads a whole archive. Throws `BackupError` where something is missing. */
export async function readArchive(entries: AsyncIterable<Entry>, parts: ReadParts): Promise<BackupHead> {
  let head: BackupHead | undefined;
  let loading: Loading | undefined;
  let end: BackupEnd | undefined;
  const count = { rows: 0, files: 0 };
  for await (const entry of entries) {
    const { name } = entry.header;
    if (!head) {
      head = await headOf(entry);
      loading = await parts.begin(head);
    } else if (name.startsWith(entryNames.database)) {
      const rows = rowsChunk.parse(await jsonOf(entry));
      count.rows += rows.length;
      await loading?.load({ table: name.split('/')[1] ?? '', rows });
    } else if (name.startsWith(entryNames.files)) {
      await parts.file(name.slice(entryNames.files.length), entry);
      count.files += 1;
    } else if (name === entryNames.end) {
      end = backupEnd.parse(await jsonOf(entry));
    } else throw new BackupError('DAMAGED', `an unknown entry ${name}`);
  }
  const isWhole = end?.rows === count.rows && end.files === count.files;
  if (!head || !loading || !end || !isWhole) throw new BackupError('DAMAGED');
  await parts.whole?.(end);
  await loading.finish();
  return head;
}

export const headOf = async (entry: Entry): Promise<BackupHead> => {
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

/** The backup that is read: a file of this machine by its path, or one at its place. */
export async function storedAt(source: string | StoredBackup): Promise<StoredBackup> {
  if (typeof source !== 'string') return source;
  const stored = await storedFile(source);
  if (!stored) throw new BackupError('NOT_A_BACKUP', `there is no ${source}`);
  return stored;
}

export async function* entriesOf(
  stored: StoredBackup,
  passphrase: string,
  /** Hears when the file is damaged; the reader of an entry at that moment only learns that it broke off. */
  onBroken: () => void = () => {},
  onProgress?: (progress: BackupProgress) => void,
): AsyncGenerator<Entry> {
  const { bytes: total } = stored;
  let done = 0;
  let begin: Buffer = Buffer.alloc(0);
  let isSealed = false;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      done += chunk.length;
      onProgress?.({ done, total });
      if (isSealed) return next(null, chunk);
      // A seal is read whole, however long: whatever is no backup says so soon.
      begin = Buffer.concat([begin, chunk]);
      if (sealForm.test(begin.toString('latin1', 0, longestSealHead))) {
        isSealed = true;
        return next(null, begin);
      }
      next(begin.length < longestSealHead ? null : notSealed());
    },
    flush: (next) => next(isSealed ? null : notSealed()),
  });
  const source = stored.open();
  let broken: Error | undefined;
  source.once('error', (error) => {
    broken = error;
    counted.destroy(error);
  });
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
    // What a disk or a network says is no fault of the file.
    archive.once('error', () => broken || onBroken());
    readable.once('error', (error) => archive.destroy(error));
    readable.pipe(archive);
    // The types of the archive say nothing of what its entries hold: bytes.
    for await (const entry of archive as AsyncIterable<Entry>) {
      const { type, name } = entry.header;
      if (type !== 'file') throw new BackupError('DAMAGED', `${name} is a ${type}`);
      yield entry;
    }
  } catch (error) {
    if (broken) throw broken;
    if (error instanceof BackupError) throw error;
    throw new BackupError('DAMAGED', error);
  } finally {
    source.destroy();
  }
}

const sealForm = /^age-encryption\.org\/v1\n.*\n--- /s;
const notSealed = () => new BackupError('NOT_A_BACKUP', 'it is not sealed with a passphrase');
