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
}

/** Of a server that has no folder for copies. */
export const noBackups: Backups = {
  async start() {
    throw new Refusal('UNAVAILABLE', 'This server does not create backups.');
  },
  list: async () => [],
  fileOf: async () => null,
  remove: async () => false,
};
