import { pino } from 'pino';
import type { Database } from '../../storage/database.ts';
import { type Jobs, openJobs } from '../jobs.ts';

/** The jobs of a test's database. */
export const someJobs = (db: Database, more: { readonly node?: string; readonly isServer?: boolean } = {}) =>
  openJobs({ db, log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }), node: 'n', ...more });

/** The same, opened once somebody needs them. */
export function jobsLater(db: Database): Jobs {
  let opening: Promise<Jobs> | undefined;
  const opened = () => {
    opening ??= someJobs(db);
    return opening;
  };
  return {
    enqueue: async (...given) => await (await opened()).enqueue(...given),
    work: async (...given) => await (await opened()).work(...given),
    cancel: async (...given) => await (await opened()).cancel(...given),
    among: async (...given) => await (await opened()).among(...given),
    sweep: async (...given) => await (await opened()).sweep(...given),
    idle: async (...given) => await (await opened()).idle(...given),
    stop: async () => await (await opening)?.stop(),
  };
}
