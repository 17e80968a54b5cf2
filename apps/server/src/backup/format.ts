import { z } from 'zod';

/** Grows when an older Sidetone could no longer read what is written. */
export const backupFormat = 1;

/** Names of the entries of the archive. The first one is the head, the last one the end. */
export const entryNames = { head: 'sidetone-backup.json', database: 'database/', files: 'files/', end: 'end.json' };

/** What a backup says of itself. */
export const backupHead = z.object({
  format: z.number().int(),
  /** Of Sidetone, such as 0.3.0. */
  release: z.string(),
  /** Name of the last migration that the database had. */
  migratedTo: z.string(),
  madeAt: z.iso.datetime(),
  /** The columns of each table, in the order in which rows are written. */
  tables: z.record(z.string(), z.array(z.string())),
  /** Last value of each sequence; null for one that was never used. */
  sequences: z.record(z.string(), z.string().nullable()),
});
export type BackupHead = z.infer<typeof backupHead>;

/** How much there was, so that nothing can be missing without being noticed. */
export const backupEnd = z.object({
  rows: z.number().int(),
  files: z.number().int(),
  /** Rows of each table that has any; earlier backups say the sum alone. */
  tables: z.record(z.string(), z.number().int()).optional(),
});
export type BackupEnd = z.infer<typeof backupEnd>;

/** Rows of a table as PostgreSQL writes a record. */
export const rowsChunk = z.array(z.string());

type BackupErrorCode =
  | 'WEAK_PASSPHRASE'
  | 'WRONG_PASSPHRASE'
  | 'NOT_A_BACKUP'
  | 'DAMAGED'
  | 'NEWER'
  | 'NOT_EMPTY'
  | 'RUNNING'
  | 'BUSY'
  | 'NO_PLACE'
  | 'NO_SUCH_BACKUP'
  | 'MAY_NOT_CREATE'
  | 'NO_SPACE'
  | 'TOO_LONG';

const messages: Record<BackupErrorCode, string> = {
  WEAK_PASSPHRASE: 'A passphrase needs at least 12 characters. Anyone who has it and the file can read everything.',
  WRONG_PASSPHRASE: 'This is not the passphrase of this backup.',
  NOT_A_BACKUP: 'This file is not a backup of Sidetone.',
  DAMAGED: 'This backup is damaged or not complete. Nothing was changed; take another one.',
  NEWER: 'This backup was made by a newer Sidetone. Update this one first.',
  NOT_EMPTY: 'There is already a company here. Nothing was changed. Use --force to replace everything.',
  BUSY: 'Another backup is being made. Try again when it is ready.',
  NO_PLACE: 'The place that BACKUP_TO names cannot be reached, or is no folder. Is its disk mounted?',
  NO_SUCH_BACKUP: 'There is no such backup.',
  MAY_NOT_CREATE:
    'The role of the database may not create another one to try a backup in. Allow it: alter role … createdb.',
  NO_SPACE: 'There is not enough free space on the disk to try this backup.',
  TOO_LONG: 'Trying this backup took too long and was given up.',
  RUNNING: 'A Sidetone still uses this database. Stop it first.',
};

/** A backup cannot be made or restored; the message says why, in words for the asker. */
export class BackupError extends Error {
  override name = 'BackupError';
  readonly code: BackupErrorCode;

  constructor(code: BackupErrorCode, cause?: unknown) {
    super(messages[code], { cause });
    this.code = code;
  }
}

/** How far a backup or a restore is; bytes of files and of rows, `total` as far as it is known. */
export interface BackupProgress {
  readonly done: number;
  readonly total: number;
}
