import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZodError } from 'zod';
import type { Database } from '../storage/database.ts';
import { beginLoading, holdsCompany, isInUse } from './database-copy.ts';
import { ownEntries } from './folder-files.ts';
import { BackupError, type BackupHead, type BackupProgress } from './format.ts';
import type { StoredBackup } from './places/place.ts';
import { type Entry, entriesOf, headOf, readArchive, storedAt } from './read-archive.ts';

export interface RestoreTarget {
  readonly dataDir: string;
  /** Replaces what is there. */
  readonly force: boolean;
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
}

/** Our own files lie four folders deep at most. */
const mostFolders = 16;
/** The most bytes of the name of a file or folder, as file systems have it. */
const longestName = 255;

/**
 * Reads what a backup says of itself. Throws `BackupError` for a wrong passphrase, another file, and one of a newer
 * Sidetone.
 */
export async function readBackupHead(source: string | StoredBackup, passphrase: string): Promise<BackupHead> {
  for await (const entry of entriesOf(await storedAt(source), passphrase)) return await headOf(entry);
  throw new BackupError('NOT_A_BACKUP');
}

/**
 * Puts a backup into a data folder and a database, and brings the tables to this Sidetone's. No server may run on
 * either. Until everything was read and checked, nothing of what was there is changed. Throws `BackupError`,
 * or what the disk or the database says.
 */
export async function restoreBackup(
  source: string | StoredBackup,
  passphrase: string,
  db: Database,
  target: RestoreTarget,
): Promise<BackupHead> {
  const { dataDir, force } = target;
  const stored = await storedAt(source);
  if (!force && ownEntries(dataDir).length > 0) throw new BackupError('NOT_EMPTY');
  const staging = join(dataDir, '.restoring');
  rmSync(staging, { recursive: true, force: true });
  let isBroken = false;
  try {
    const head = await db.transaction().execute(async (trx) => {
      if (await isInUse(trx)) throw new BackupError('RUNNING');
      if (!force && (await holdsCompany(trx))) throw new BackupError('NOT_EMPTY');
      mkdirSync(staging, { recursive: true, mode: 0o700 });
      const entries = entriesOf(stored, passphrase, () => (isBroken = true), target.onProgress);
      return await readArchive(entries, {
        begin: (found) => beginLoading(trx, found),
        file: (name, entry) => stage(staging, name, entry),
      });
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
