import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { ZodError } from 'zod';
import { keyIn } from '../../storage/secret-box.ts';
import type { Writer } from '../../storage/writer.ts';
import { beginLoading } from '../database-copy.ts';
import { type BackupEnd, BackupError, type BackupProgress } from '../format.ts';
import type { StoredBackup } from '../places/place.ts';
import { type Entry, entriesOf, readArchive, storedAt } from '../read-archive.ts';
import { isSound, looksPlayable } from './look-at-sound.ts';
import { openSeals } from './open-seals.ts';
import { withThrowAway } from './throw-away.ts';

/** What a look into a backup found. */
export interface VerifyFound {
  readonly release: string;
  readonly madeAt: string;
  readonly bytes: number;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  readonly sounds: number;
  /** Secrets that the key in the backup opens. */
  readonly seals: number;
  readonly seconds: number;
  /** What is not as it should be, a sentence each; empty where the backup is good. */
  readonly wrong: readonly string[];
}

/** The folder on whose disk the tables are, where the database is that of this server. */
export const diskOfTables = (dataDir: string): string | undefined =>
  existsSync(join(dataDir, 'pg')) ? dataDir : undefined;

interface VerifyOptions {
  /** The database beside which the backup is tried, as a role that may create one. */
  readonly url: string;
  /** A folder on the disk that the database is on, where it is one of this machine. */
  readonly spaceIn?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly withinMs?: number;
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
}

const longestMs = 6 * 60 * 60_000;
/** What rows take in the tables with their indexes, for each byte of the backup. */
const spaceForEach = 2;
/** Of the key; a longer one is none. */
const mostKeyBytes = 1024;
const mostNamed = 3;

/**
 * Restores a backup into a database that is thrown away, to the end and to the tables of this Sidetone; counts its rows,
 * opens its sounds, and its secrets with its key. Nothing of the installation is touched. Throws `BackupError` where it
 * cannot be restored.
 */
export async function verifyBackup(
  source: string | StoredBackup,
  passphrase: string,
  options: VerifyOptions,
): Promise<VerifyFound> {
  const begun = performance.now();
  const stored = await storedAt(source);
  await refuseFull(stored.bytes, options.spaceIn);
  const stop = AbortSignal.any([
    ...(options.signal ? [options.signal] : []),
    AbortSignal.timeout(options.withinMs ?? longestMs),
  ]);
  const seen = { files: 0, sounds: 0, deaf: [] as string[], key: null as Buffer | null };
  let isBroken = false;
  const look = async (name: string, entry: Entry) => {
    seen.files += 1;
    if (name === 'key') seen.key = await keyOf(entry);
    else if (!isSound(name)) for await (const _piece of entry);
    else {
      seen.sounds += 1;
      if (!(await looksPlayable(name, entry))) seen.deaf.push(name);
    }
  };
  try {
    return await withThrowAway(options.url, (db) =>
      unlessStopped(stop, options.signal, () =>
        db.transaction().execute(async (trx) => {
          const entries = entriesOf(stored, passphrase, () => (isBroken = true), options.onProgress);
          let checked: Checked = { rows: 0, tables: 0, seals: 0, wrong: [] };
          const head = await readArchive(whileWanted(entries, stop), {
            begin: (found) => beginLoading(trx, found),
            file: look,
            whole: async (end) => {
              checked = await checkRows(trx, end, seen.key);
            },
          });
          const { rows, tables, seals } = checked;
          const { release, madeAt } = head;
          const { files, sounds } = seen;
          const about = { release, madeAt, bytes: stored.bytes, tables, rows, files, sounds, seals };
          const seconds = Math.round((performance.now() - begun) / 1000);
          return { ...about, seconds, wrong: [...checked.wrong, ...deafWords(seen.deaf, sounds)] };
        }),
      ),
    );
  } catch (error) {
    if (error instanceof BackupError) throw error;
    if (isBroken || error instanceof SyntaxError || error instanceof ZodError) throw new BackupError('DAMAGED', error);
    throw error;
  }
}

async function refuseFull(bytes: number, folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes * spaceForEach) throw new BackupError('NO_SPACE');
}

/** What waits for a statement is not waited for: the database goes, and the statement with it. */
async function unlessStopped<Result>(
  stop: AbortSignal,
  asked: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const stopped = Promise.withResolvers<never>();
  const end = () => stopped.reject(asked?.aborted ? asked.reason : new BackupError('TOO_LONG'));
  if (stop.aborted) end();
  stop.addEventListener('abort', end, { once: true });
  const worked = work();
  worked.catch(() => {});
  try {
    return await Promise.race([worked, stopped.promise]);
  } finally {
    stop.removeEventListener('abort', end);
  }
}

async function* whileWanted(entries: AsyncIterable<Entry>, stop: AbortSignal): AsyncGenerator<Entry> {
  for await (const entry of entries) {
    stop.throwIfAborted();
    yield entry;
  }
}

async function keyOf(entry: Entry): Promise<Buffer | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of entry) {
    size += piece.length;
    if (size <= mostKeyBytes) pieces.push(piece);
  }
  return (size <= mostKeyBytes && keyIn(Buffer.concat(pieces))) || null;
}

interface Checked {
  readonly rows: number;
  readonly tables: number;
  readonly seals: number;
  readonly wrong: readonly string[];
}

/** What is in the tables now, against what the backup says it has. */
async function checkRows(trx: Writer, end: BackupEnd, key: Buffer | null): Promise<Checked> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely_%'`.execute(trx);
  const wrong: string[] = [];
  let sum = 0;
  for (const { name } of tables) {
    const { rows } = await sql<{ count: string }>`select count(*)::text as count from ${sql.table(name)}`.execute(trx);
    const count = Number(rows[0]?.count);
    sum += count;
    const expected = end.tables === undefined ? count : (end.tables[name] ?? 0);
    if (count !== expected) wrong.push(`The table ${name} has ${count} rows, and should have ${expected}.`);
  }
  if (sum !== end.rows) wrong.push(`There are ${sum} rows, and there should be ${end.rows}.`);
  if (key === null) return { rows: sum, tables: tables.length, seals: 0, wrong: [...wrong, noKey] };
  const { opened, shut } = await openSeals(trx, key);
  if (shut > 0) wrong.push(`${shut} of ${opened + shut} sealed secrets do not open with the key of the backup.`);
  return { rows: sum, tables: tables.length, seals: opened, wrong };
}

const noKey = 'The backup has no key: passwords of SIP and of address books cannot be opened.';

const deafWords = (deaf: readonly string[], all: number): string[] =>
  deaf.length === 0
    ? []
    : [
        `${deaf.length} of ${all} sounds cannot be played: ${deaf.slice(0, mostNamed).join(', ')}${deaf.length > mostNamed ? ', …' : ''}.`,
      ];
