import { useTestPostgres } from '../apps/server/src/storage/testing/test-postgres.ts';

/**
 * Vitest's global set-up: this process joins the PostgreSQL of the tests for as long as the run takes, so that it
 * stays up between test files and stops with the last run. Started only when a run has tests that could need it.
 */
export async function setup(): Promise<void> {
  await useTestPostgres();
}
