import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { commandLineOf, signal } from '../storage/postgres/processes.ts';
import { type ChildSpec, type KeptChild, keepRunning } from './child.ts';

let folder: string;
let kept: KeptChild | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sidetone-child-'));
});
afterEach(async () => {
  await kept?.stop();
  rmSync(folder, { recursive: true });
});

/** A child from a script's text, and what was noticed of it. */
const keep = (text: string, more: Partial<ChildSpec> = {}) => {
  const script = join(folder, 'child.mjs');
  writeFileSync(script, text);
  const noticed = { pids: [] as number[], deaths: [] as string[], delays: [] as number[], messages: [] as unknown[] };
  kept = keepRunning({
    name: 'child',
    script,
    logFile: undefined,
    env: () => process.env,
    onStarted: (pid) => noticed.pids.push(pid),
    onMessage: (message) => noticed.messages.push(message),
    onDied: (how, delayMs) => {
      noticed.deaths.push(how);
      noticed.delays.push(delayMs);
    },
    ...more,
  });
  return { noticed, child: kept };
};

const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 10_000, interval: 10 });

test('a child that is killed comes back, and one that is stopped does not', async () => {
  const { noticed, child } = keep('process.send("up"); process.on("message", () => {})');
  await until(() => noticed.messages.length === 1);
  signal(noticed.pids[0] ?? 0, 'SIGKILL');
  await until(() => noticed.messages.length === 2);
  expect(noticed.deaths).toEqual(['SIGKILL']);
  await child.stop();
  expect(commandLineOf(noticed.pids[1] ?? 0)).toBeUndefined();
  expect(noticed.pids).toHaveLength(2);
});

test('one that dies immediately is started with growing pauses, never longer than a second', async () => {
  const { noticed } = keep('process.exit(3)');
  await until(() => noticed.delays.length === 4);
  expect(noticed.deaths[0]).toBe('code 3');
  expect(noticed.delays).toEqual([50, 100, 200, 400]);
});

test('a restart ends the child kindly and starts another', async () => {
  const { noticed, child } = keep('process.on("message", () => {}); process.send("up")');
  await until(() => noticed.messages.length === 1);
  child.restart();
  await until(() => noticed.messages.length === 2);
  expect(noticed.pids[0]).not.toBe(noticed.pids[1]);
});

test('output goes to the log file', async () => {
  const logFile = join(folder, 'child.log');
  const { noticed } = keep('console.log("said"); process.send("up"); process.on("message", () => {})', { logFile });
  await until(() => noticed.messages.length === 1);
  await until(() => readFileSync(logFile, 'utf8').includes('said'));
});

test('Node gets the flags before the script', async () => {
  const script = 'process.send(process.execArgv); process.on("message", () => {})';
  const { noticed } = keep(script, { nodeFlags: ['--max-semi-space-size=4', '--heap-growing-percent=30'] });
  await until(() => noticed.messages.length === 1);
  expect(noticed.messages).toEqual([['--max-semi-space-size=4', '--heap-growing-percent=30']]);
});
