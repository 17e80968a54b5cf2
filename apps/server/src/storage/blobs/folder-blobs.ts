import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { renameDurably } from '../durable-file.ts';
import { type Blob, BlobError, type Blobs, checkedKey } from './blobs.ts';

const isNotThere = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Files of this machine. */
export function folderBlobs(folder: string): Blobs {
  const pathOf = (key: string): string => join(folder, checkedKey(key));
  return {
    async put(key, source, signal) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const part = `${path}.${randomUUID()}.part`;
      const { counted, written } = counting();
      try {
        await pipeline(source, counted, createWriteStream(part, { mode: 0o600, flush: true }), { signal });
        await renameDurably(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
      return written();
    },
    async get(key, range, signal) {
      const path = pathOf(key);
      const there = await stat(path).catch(() => null);
      if (!there?.isFile()) throw new BlobError('MISSING', `${key} is not there`);
      return createReadStream(path, { start: range?.from, end: range?.to, signal });
    },
    async stat(key) {
      const there = await stat(pathOf(key)).catch((error: unknown) => {
        if (isNotThere(error)) return null;
        throw error;
      });
      return there?.isFile() ? { key, bytes: there.size, changedAt: there.mtime } : null;
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    list: (prefix, after = '') => below(folder, '', prefix, after),
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await access(folder, constants.W_OK);
    },
    close() {},
  };
}

/** Passes bytes on, and knows afterwards how many there were and what their sum is. */
export function counting() {
  const sum = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      sum.update(chunk);
      done(null, chunk);
    },
  });
  return { counted, written: () => ({ bytes, sha256: sum.digest() }) };
}

/** In the order of a bucket: a folder stands where its name with a slash does. */
async function* below(folder: string, name: string, prefix: string, after: string): AsyncGenerator<Blob> {
  const entries = await readdir(join(folder, name), { withFileTypes: true }).catch((error: unknown) => {
    if (isNotThere(error)) return [];
    throw error;
  });
  const keys = entries.map((entry) => `${name}${entry.name}${entry.isDirectory() ? '/' : ''}`).sort();
  for (const key of keys) {
    if (key.endsWith('/')) {
      const mayHold = key.startsWith(prefix) || prefix.startsWith(key);
      if (mayHold && `${key}\uffff` > after) yield* below(folder, key, prefix, after);
    } else if (key.startsWith(prefix) && key > after && !key.endsWith('.part')) {
      const there = await stat(join(folder, key)).catch(() => null);
      if (there) yield { key, bytes: there.size, changedAt: there.mtime };
    }
  }
}
