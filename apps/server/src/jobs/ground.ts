import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database } from '../storage/database.ts';
import type { performer } from './perform.ts';
import type { openQueues } from './queues.ts';
import type { waker } from './waker.ts';

/** What the verbs of jobs have in common. */
export interface JobGround {
  readonly boss: PgBoss;
  readonly db: Database;
  readonly log: Logger;
  readonly queues: Awaited<ReturnType<typeof openQueues>>;
  readonly wake: ReturnType<typeof waker>;
  readonly performing: ReturnType<typeof performer>;
  readonly sweeps: Map<string, () => Promise<unknown>>;
}
