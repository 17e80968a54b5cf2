import type { Logger } from 'pino';
import type { CrmAccess } from '../../crm/crm-access.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Caller } from '../../requests/callers.ts';
import type { Database } from '../../storage/database.ts';
import type { CrmAnswers } from './records/crm-answers.ts';

/** What logs of calls are made of. */
export interface CallLogParts {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly crm: CrmAccess;
  readonly answers: CrmAnswers;
  /** Keys of entries are made with it; the same for every process of this installation. */
  readonly secret: () => Promise<Uint8Array>;
  /** Where others reach this server, such as https://phone.example.com; null where nobody said so. */
  readonly origin: string | null;
  readonly log: Logger;
}

export type Asker = Pick<Caller, 'userId' | 'accountId'>;
