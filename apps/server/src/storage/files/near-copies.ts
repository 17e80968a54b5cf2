import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BlobError, type Blobs } from '../blobs/blobs.ts';
import { namesIn } from './names-in.ts';

/** Copies of what lies in the bucket, by their keys, under which nothing ever changes. */
export interface NearCopies {
  /** Fetches what is not here. Rejects with `BlobError`. */
  fetch(key: string, bytes: number): Promise<string>;
  /** The path where there is a copy. */
  find(key: string): Promise<string | null>;
  /** A file of this machine is the copy as well, without taking more room. */
  add(key: string, path: string, bytes: number): Promise<void>;
  remove(key: string): Promise<void>;
  /** Removes copies of what `known` does not name any more, and what is too much. */
  forget(known: (keys: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void>;
}

/** Names of copies are keys; a name of a file holds no slash. */
export const nameOf = (key: string): string => key.replaceAll('/', '+');
export const keyOf = (name: string): string => name.replaceAll('+', '/');

/** What calls play stays, since a call that waits may come back to it: it is short, and there is little of it. */
const isOfCalls = (name: string): boolean => /^[^+]+\+(hold-music|announcements|greetings)\+/.test(name);

const keysAtOnce = 500;
/** What somebody has just been given is not taken away. */
const restMs = 60_000;

export function nearCopies(folder: string, blobs: Blobs, mostBytes: number): NearCopies {
  const pathOf = (key: string): string => join(folder, nameOf(key));
  const fetching = new Map<string, Promise<string>>();
  const added = roomKeeper(folder, mostBytes);

  async function find(key: string): Promise<string | null> {
    const path = pathOf(key);
    const now = new Date();
    return await utimes(path, now, now).then(
      () => path,
      () => null,
    );
  }
  async function fetch(key: string, bytes: number): Promise<string> {
    const path = pathOf(key);
    const part = `${path}.${randomUUID()}.part`;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      // Flushed: after a loss of power, a name with nothing behind it would be taken for the copy.
      await pipeline(await blobs.get(key), createWriteStream(part, { mode: 0o600, flush: true }));
      const { size } = await stat(part);
      if (size !== bytes) throw new BlobError('DAMAGED', `${key} has ${size} bytes in the bucket and not ${bytes}`);
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error instanceof BlobError ? error : new BlobError('AWAY', `${key} broke off`, { cause: error });
    }
    added(bytes);
    return path;
  }
  return {
    find,
    async fetch(key, bytes) {
      const there = await find(key);
      if (there !== null) return there;
      const under = fetching.get(key) ?? fetch(key, bytes).finally(() => fetching.delete(key));
      fetching.set(key, under);
      return await under;
    },
    async add(key, path, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await link(path, pathOf(key));
      added(bytes);
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async forget(known) {
      const names = (await namesIn(folder)).filter((name) => !name.endsWith('.part'));
      for (let at = 0; at < names.length; at += keysAtOnce) {
        const some = names.slice(at, at + keysAtOnce);
        const theirs = await known(some.map(keyOf));
        for (const name of some) if (!theirs.has(keyOf(name))) await rm(join(folder, name), { force: true });
      }
      // What was too much to be removed while it was in use goes now.
      added(0);
    },
  };
}

/** Hears how much was added, and removes what was asked for longest ago where it is more than there may be. */
function roomKeeper(folder: string, mostBytes: number): (bytes: number) => void {
  /** Unknown until somebody counts; then at least what there is. */
  let held: number | undefined;
  let making: Promise<void> | undefined;
  async function makeRoom(): Promise<void> {
    const there = await copiesIn(folder);
    held = there.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { name, path, bytes, usedMs } of there) {
      if (isOfCalls(name)) continue;
      if (held <= mostBytes * 0.9 || Date.now() - usedMs < restMs) return;
      await rm(path, { force: true });
      held -= bytes;
    }
  }
  return (bytes) => {
    if (held !== undefined) held += bytes;
    if (making !== undefined || (held !== undefined && held <= mostBytes)) return;
    making = makeRoom()
      .catch(() => {})
      .finally(() => {
        making = undefined;
      });
  };
}

/** In the order in which they were last asked for. */
async function copiesIn(folder: string) {
  const found: { name: string; path: string; bytes: number; usedMs: number }[] = [];
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    const there = await stat(path).catch(() => null);
    if (there?.isFile()) found.push({ name, path, bytes: there.size, usedMs: there.mtimeMs });
  }
  return found.sort((a, b) => a.usedMs - b.usedMs);
}
