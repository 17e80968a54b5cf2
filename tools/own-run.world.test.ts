import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAlive } from '../apps/server/src/storage/postgres/processes.ts';
import { ownRunVariable, takeLock } from './own-run.ts';

let folder = '';
const lock = () => join(folder, 'test-run.lock');
const own = { pid: process.pid, command: 'npm test' };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-run-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The number of a process that has ended. */
const gone = () => spawnSync(process.execPath, ['--version']).pid;

test('a second run learns who has the folder', () => {
  expect(takeLock(lock(), own)).toBe('taken');
  expect(takeLock(lock(), { pid: 1, command: 'npm run e2e' })).toEqual(own);
});

test('the lock of a run that was killed is taken over', () => {
  const pid = gone();
  expect(isAlive(pid)).toBe(false);
  writeFileSync(lock(), JSON.stringify({ pid, command: 'npm test' }));
  expect(takeLock(lock(), own)).toBe('taken');
  expect(JSON.parse(readFileSync(lock(), 'utf8'))).toEqual(own);
});

test('a lock that was cut off is taken over', () => {
  writeFileSync(lock(), '');
  expect(takeLock(lock(), own)).toBe('taken');
});

test('a process says in one sentence that the folder is taken, and removes only its own lock', () => {
  const run = (command: string) => {
    const source = `import { runAlone } from ${JSON.stringify(new URL('./own-run.ts', import.meta.url).href)};
      runAlone(${JSON.stringify(lock())}, ${JSON.stringify(command)});`;
    const env = { ...process.env, [ownRunVariable]: '' };
    return spawnSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8', env });
  };
  takeLock(lock(), own);
  const refused = run('npm run e2e');
  expect(refused.status).toBe(1);
  expect(refused.stderr.trim()).toBe(
    `Nothing was run: npm test (process ${process.pid}) is running in this folder. Wait for it.`,
  );
  expect(existsSync(lock())).toBe(true);
  rmSync(lock());
  expect(run('npm run e2e').status).toBe(0);
  expect(existsSync(lock())).toBe(false);
});
