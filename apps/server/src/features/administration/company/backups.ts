import type { Backup } from '@sidetone/contract/entities/admin-account.ts';
import { Refusal } from '../../../requests/refusal.ts';

/** Copies of everything that the server keeps. */
export interface Backups {
  /** Begins a copy. Throws `Refusal` CONFLICT while one runs. */
  start(passphrase: string): Promise<Backup>;
  /** Newest first. */
  list(): Promise<readonly Backup[]>;
  /** The file of a copy that is ready; null for any other. */
  fileOf(id: string): Promise<{ path: string; name: string } | null>;
  /** False when there is none of that id. */
  remove(id: string): Promise<boolean>;
  standing(): Promise<BackupStanding>;
}

/** What is known of backups besides each of them. */
export interface BackupStanding {
  /** How many hours the newest one may be old. */
  readonly freshHours: number;
  /** How many days ago somebody has to have looked into one; null: as they like. */
  readonly lookDays: number | null;
  /** The last look into a backup, wherever that lay. */
  readonly looked: Backup['looked'];
  /** Why the last attempt to look into one came to nothing; null: it did not. */
  readonly lookFailure: string | null;
  /** The last attempt of the schedule, where it failed; null: it did not, or nothing is scheduled any longer. */
  readonly failed: { readonly at: string; readonly says: string | null } | null;
}

/** By hand, once a week. */
const standingByHand: BackupStanding = {
  freshHours: 8 * 24,
  lookDays: null,
  looked: null,
  lookFailure: null,
  failed: null,
};

/** Of a server that has no folder for copies. */
export const noBackups: Backups = {
  async start() {
    throw new Refusal('UNAVAILABLE', 'This server does not create backups.');
  },
  list: async () => [],
  fileOf: async () => null,
  remove: async () => false,
  standing: async () => standingByHand,
};
