import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ContactFileFormat } from '@sidetone/contract/entities/contact-import.ts';
import { largestContactFileBytes } from '@sidetone/contract/rules/limits.ts';
import { Refusal } from '../../requests/refusal.ts';
import type { FarFolder } from '../../storage/files/far-folder.ts';
import { nextTurn, placeOf, turnsOf } from '../../storage/files/near-file.ts';

/** Files of imports that run, one each, until they have ended. */
export interface StoredFiles {
  /** Where it lies on this machine; a path without a file where it is gone. */
  near(importId: string): Promise<string>;
  /**
   * Keeps a file until `remove`; durable once it fulfils. Throws `Refusal` BODY_TOO_LARGE for more than
   * `largestContactFileBytes`, VALIDATION_FAILED for an empty one.
   */
  keep(importId: string, bytes: Readable | Buffer, accountId: string): Promise<void>;
  remove(importId: string): Promise<void>;
  /** The imports of which a file is here that nobody has written to for so long. */
  list(idleMs: number): Promise<string[]>;
}

/** Where files of contacts lie within the data folder while they are imported. */
export const contactFilesFolder = (dataDir: string): string => join(dataDir, 'contact-files');

export function storedFiles(folder: string, far?: FarFolder): StoredFiles {
  const turn = turnsOf(far);
  const pathOf = (importId: string): string => {
    if (!/^[A-Za-z0-9_-]{1,100}$/.test(importId)) throw new RangeError('an id cannot name a file');
    return join(folder, importId);
  };
  const remove = async (importId: string) => {
    await rm(pathOf(importId), { force: true });
    await far?.remove(importId);
  };
  return {
    near: async (importId) => (await placeOf(far, importId, pathOf(importId))) ?? pathOf(importId),
    remove,
    async keep(importId, bytes, accountId) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      let size = 0;
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          size += chunk.length;
          done(
            size > largestContactFileBytes ? new Refusal('BODY_TOO_LARGE', 'A file has at most 50 MB.') : null,
            chunk,
          );
        },
      });
      try {
        const source = Buffer.isBuffer(bytes) ? Readable.from([bytes]) : bytes;
        await pipeline(source, counted, createWriteStream(pathOf(importId), { mode: 0o600, flush: true }));
        if (size === 0) throw new Refusal('VALIDATION_FAILED', 'The file is empty.');
        await far?.take({ path: importId, accountId, from: pathOf(importId) });
      } catch (error) {
        await remove(importId);
        throw error;
      }
    },
    async list(idleMs) {
      const names = await readdir(folder).catch(orNothing([]));
      const files = await Promise.all(
        names.map(async (name) => ({ name, found: await stat(join(folder, name)).catch(orNothing(null)) })),
      );
      const idle = Date.now() - idleMs;
      const elsewhere = await nextTurn(turn);
      return [
        ...files.flatMap(({ name, found }) => (found && found.mtimeMs <= idle ? [name] : [])),
        ...elsewhere.flatMap(({ path, since }) => (since.getTime() <= idle ? [path] : [])),
      ];
    },
  };
}

const orNothing =
  <Nothing>(nothing: Nothing) =>
  (error: NodeJS.ErrnoException): Nothing => {
    if (error.code === 'ENOENT') return nothing;
    throw error;
  };

/** `bytes`: UTF-8 or something older; each line, or the whole file, tells. */
type FileEncoding = 'utf-16le' | 'utf-16be' | 'bytes';

export interface FileKind {
  readonly format: ContactFileFormat;
  readonly encoding: FileEncoding;
}

const headBytes = 16 * 1024;

/** What a file is, by its first bytes: whatever it is called, a line `BEGIN:VCARD` makes it one of cards. */
export async function kindOfFile(path: string): Promise<FileKind> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const head = buffer.subarray(0, bytesRead);
    const encoding = encodingOf(head);
    const text = encoding === 'bytes' ? head.toString('latin1') : new TextDecoder(encoding).decode(head);
    return { format: /(^|[\r\n]|\uFEFF|ï»¿)BEGIN\s*:\s*VCARD\s*[\r\n]/i.test(text) ? 'vcard' : 'csv', encoding };
  } finally {
    await file.close();
  }
}

/** A byte order mark tells, else where the zeros are: text of 16 bits has them in every other byte. */
const encodingOf = (head: Buffer): FileEncoding => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const pairs = Math.floor(head.length / 2);
  if (pairs < 4) return 'bytes';
  const zeros = [0, 0];
  for (let at = 0; at < pairs * 2; at += 1) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > pairs / 3 && even < pairs / 20) return 'utf-16le';
  return even > pairs / 3 && odd < pairs / 20 ? 'utf-16be' : 'bytes';
};

const pieceBytes = 64 * 1024;

/** The text of a file in pieces, read in `label`; without a byte order mark. */
export async function* textPieces(path: string, label: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(label);
  for await (const chunk of createReadStream(path, { highWaterMark: pieceBytes })) {
    yield decoder.decode(chunk as Buffer, { stream: true });
  }
  yield decoder.decode();
}

/** The bytes of a file in pieces, each byte a character. */
export async function* bytePieces(path: string): AsyncGenerator<string> {
  for await (const chunk of createReadStream(path, { highWaterMark: pieceBytes })) {
    yield (chunk as Buffer).toString('latin1');
  }
}

/** Whether all of a file is UTF-8. */
export async function isUtf8File(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: pieceBytes })) {
      decoder.decode(chunk as Buffer, { stream: true });
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
