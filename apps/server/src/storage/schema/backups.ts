import type { JSONColumnType } from 'kysely';
import type { BigInt64, CreatedAt, Rev, Time } from '../columns.ts';

/** Backups of the whole installation. */
export interface BackupTables {
  /** Each backup by the schedule, and each look into a backup. */
  backup_runs: {
    id: string;
    kind: 'backup' | 'verification';
    /** Where the backup lies, as the operator named it. */
    place: string;
    /** Its name there. */
    file: string;
    /** Who made it or looked into it. */
    node: string;
    begun_at: CreatedAt;
    ended_at: Time | null;
    /** `gone`: the retention has removed it. */
    state: 'running' | 'ready' | 'failed' | 'gone';
    bytes: BigInt64;
    /** Why it failed, in words. */
    failure: string | null;
    /** What a look into it found. */
    found: JSONColumnType<Record<string, unknown>> | null;
    rev: Rev;
  };
}
