import type { Readable } from 'node:stream';

/** Where backups are kept by the schedule. */
export interface BackupPlace {
  /** As the operator named it. */
  readonly shown: string;
  /** Keeps what comes under this name, which is there only once it is whole; gives its bytes. Leaves nothing where it rejects. */
  write(name: string, body: Readable, signal: AbortSignal): Promise<number>;
  /** Null where there is none of that name. */
  read(name: string): Promise<StoredBackup | null>;
  /** Bytes of the backup of that name; null where there is none. */
  bytesOf(name: string): Promise<number | null>;
  /** Newest first. */
  names(): Promise<readonly string[]>;
  remove(name: string): Promise<void>;
  /** Removes what a process that was killed left of writing this name. */
  removeHalf(name: string): Promise<void>;
}

/** A backup that is there, to be read from its beginning. */
export interface StoredBackup {
  readonly bytes: number;
  open(): Readable;
}

/** `sidetone-20261122-024500-007.age`: the moment it was begun, UTC. */
export const backupName = /^sidetone-\d{8}-\d{6}-\d{3}\.age$/;
