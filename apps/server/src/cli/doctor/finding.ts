import type { Config } from '../../config.ts';
import type { Database } from '../../storage/database.ts';

/** One thing that was looked at. */
export interface Finding {
  /** What, in a word or two. */
  readonly about: string;
  /** `problem`: something does not work; `warning`: something will not, or not for everyone. */
  readonly state: 'ok' | 'warning' | 'problem';
  /** What is the case. */
  readonly says: string;
  /** What to do about it. */
  readonly mend?: string;
}

/** What every check works with. */
export interface DoctorGround {
  readonly config: Config;
  readonly now: Date;
  /** Whether a server runs on the data folder, with these settings or others. */
  readonly isRunning: boolean;
  /** Undefined while no database runs. */
  readonly db: Database | undefined;
}

export type Check = (ground: DoctorGround) => Promise<readonly Finding[]>;

export const ok = (about: string, says: string): Finding => ({ about, state: 'ok', says });
export const warning = (about: string, says: string, mend: string): Finding => ({
  about,
  state: 'warning',
  says,
  mend,
});
export const problem = (about: string, says: string, mend: string): Finding => ({
  about,
  state: 'problem',
  says,
  mend,
});
