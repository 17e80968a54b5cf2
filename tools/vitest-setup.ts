import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../apps/server/src/storage/postgres/processes.ts';
import { useTestPostgres } from '../apps/server/src/storage/testing/test-postgres.ts';

const folderName = /^sidetone-unit-(\d+)$/;

/**
 * Vitest's global set-up for tests of the world: this process joins the PostgreSQL of the tests for as long as the run
 * takes, so that it stays up between test files and stops with the last run. All that tests leave among the temporary
 * files goes to a folder of this run, which is removed in the end.
 */
export async function setup(): Promise<() => void> {
  const removeFolder = makeFolder();
  await useTestPostgres();
  return removeFolder;
}

const makeFolder = (): (() => void) => {
  const mine = `sidetone-unit-${process.pid}`;
  // Another kind of tests of this run has made it.
  if (tmpdir().endsWith(mine)) return () => {};
  const parent = tmpdir();
  // Of runs that were killed.
  for (const name of readdirSync(parent)) {
    const [, pid] = folderName.exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const folder = join(parent, mine);
  mkdirSync(folder, { recursive: true });
  // PostgreSQL runs as a user of its own where the tests are run by root.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => {
    process.env['TMPDIR'] = parent;
    rmSync(folder, { recursive: true, force: true });
  };
};
