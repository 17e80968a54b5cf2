import { pino } from 'pino';
import type { TestDatabase } from '../../storage/testing/test-database.ts';
import { openJobs } from '../jobs.ts';

/** The jobs of a test's database. */
export const someJobs = ({ db, url }: Pick<TestDatabase, 'db' | 'url'>, node?: string) =>
  openJobs({ db, url, log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }), ...(node !== undefined && { node }) });
