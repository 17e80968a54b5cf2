import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { BlobError, type Blobs } from '../blobs/blobs.ts';
import type { Database } from '../database.ts';
import { namesIn } from './names-in.ts';
import { keyOf, type NearCopies, nameOf } from './near-copies.ts';

interface Trouble {
  readonly since: Date;
  readonly why: string;
}

/** Carries what waits on this machine to the bucket, and has the bucket forget what was removed. */
export interface Porter {
  /** There may be something to do. */
  wake(): void;
  /** Does what there is now, after what is being done already; rejects where the bucket cannot be reached. */
  carry(): Promise<void>;
  /** Why nothing can be carried; null while it can. */
  trouble(): Trouble | null;
  stop(): Promise<void>;
}

interface PorterParts {
  readonly db: Database;
  readonly blobs: Blobs;
  readonly copies: NearCopies;
  /** Where files wait, named by their keys. */
  readonly folder: string;
  readonly log: Logger;
}

const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** Somebody else, such as a command, may have put something down. */
const lookAgainMs = 20_000;
/** A file without a row is of a transaction that may still end well. */
const unknownMs = 10 * 60_000;
const removedAtOnce = 200;

export function porter(parts: PorterParts): Porter {
  const { log } = parts;
  const stopping = new AbortController();
  let trouble: Trouble | null = null;
  let pauseMs = firstPauseMs;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  const carry = inTurn(async () => {
    await removeGone(parts);
    await sendWaiting(parts, stopping.signal);
    if (trouble) log.info('files: the bucket can be reached again');
    trouble = null;
    pauseMs = firstPauseMs;
  });
  async function run(): Promise<void> {
    again = false;
    try {
      await carry();
      later(again ? 0 : lookAgainMs);
    } catch (error) {
      if (stopping.signal.aborted) return;
      if (!trouble) log.warn({ err: error }, 'files: the bucket cannot take files now; they wait here');
      trouble ??= { since: new Date(), why: error instanceof Error ? error.message : String(error) };
      // By chance a little more, so that many servers do not come back at the same moment.
      later(pauseMs * (1 + Math.random() / 4));
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
    }
  }
  function later(ms: number): void {
    if (stopping.signal.aborted) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running ??= run().finally(() => {
        running = undefined;
      });
    }, ms);
    timer.unref();
  }
  return {
    wake() {
      again = true;
      // While the bucket is away, its pause is kept.
      if (!running && !trouble) later(0);
    },
    carry,
    trouble: () => trouble,
    async stop() {
      clearTimeout(timer);
      stopping.abort();
      await running;
    },
  };
}

/** `work`, one after the other: two at the same time would send each file twice. */
function inTurn(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(work, work);
    return last;
  };
}

/** Each file on its own, the oldest first. */
async function sendWaiting(parts: PorterParts, signal: AbortSignal): Promise<void> {
  const { folder } = parts;
  const found: { name: string; changedMs: number }[] = [];
  for (const name of await namesIn(folder)) {
    const there = await stat(join(folder, name)).catch(() => null);
    if (/\.(new|part)$/.test(name)) {
      // Left by a process that was killed while it wrote: nobody was told that it is kept.
      if (there && Date.now() - there.mtimeMs > unknownMs) await rm(join(folder, name), { force: true });
    } else if (there) found.push({ name, changedMs: there.ctimeMs });
  }
  found.sort((a, b) => a.changedMs - b.changedMs);
  let failed: unknown;
  for (const { name, changedMs } of found) {
    if (signal.aborted) return;
    try {
      await sendOne(parts, name, changedMs, signal);
    } catch (error) {
      // One that is damaged holds up no other; where the bucket does not answer, none can be sent.
      if (error instanceof BlobError && error.code !== 'DAMAGED') throw error;
      failed ??= error;
    }
  }
  if (failed !== undefined) throw failed;
}

async function sendOne({ db, blobs, folder, log }: PorterParts, name: string, changedMs: number, signal: AbortSignal) {
  const [key, path] = [keyOf(name), join(folder, name)];
  const stateOf = async () =>
    (await db.selectFrom('far_files').select(['state', 'bytes']).where('key', '=', key).executeTakeFirst()) ?? null;
  const row = await stateOf();
  if (row?.state === 'stored') return await rm(path, { force: true });
  if (row?.state !== 'waiting') {
    // Removed since, maybe while it was under way; or of a transaction that has not ended.
    if (!row && Date.now() - changedMs < unknownMs) return;
    await blobs.remove(key);
    return await rm(path, { force: true });
  }
  const written = await blobs.put(key, createReadStream(path), signal);
  if (written.bytes !== Number(row.bytes)) {
    throw new BlobError('DAMAGED', `${key} has ${written.bytes} bytes here and not ${row.bytes}`);
  }
  const { numUpdatedRows } = await db
    .updateTable('far_files')
    .set({ state: 'stored', sha256: written.sha256, since: sql<Date>`now()` })
    .where('key', '=', key)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n && (await stateOf())?.state !== 'stored') {
    await blobs.remove(key);
    return await rm(path, { force: true });
  }
  log.debug({ key, bytes: written.bytes }, 'files: stored');
  await rm(path, { force: true });
}

/** The bucket forgets what was removed; only then nobody knows it any more. */
async function removeGone({ db, blobs, copies, folder }: PorterParts): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('far_files')
      .select('key')
      .where('state', '=', 'removing')
      .orderBy('since')
      .limit(removedAtOnce)
      .execute();
    for (const { key } of rows) {
      await rm(join(folder, nameOf(key)), { force: true });
      await copies.remove(key);
      // The name of a company stands for everything below it.
      if (key.endsWith('/')) for await (const left of blobs.list(key)) await blobs.remove(left.key);
      else await blobs.remove(key);
      await db.deleteFrom('far_files').where('key', '=', key).execute();
    }
    if (rows.length < removedAtOnce) return;
  }
}
