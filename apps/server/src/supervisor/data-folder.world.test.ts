import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { birthOf, commandLineOf } from '../storage/postgres/processes.ts';
import {
  endOrphan,
  lockDataFolder,
  mediaSocketPath,
  prepareDataFolder,
  rememberChild,
  rememberedChildren,
} from './data-folder.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'sidetone-folder-')), 'data');
  prepareDataFolder(dataDir);
});
afterEach(() => {
  rmSync(join(dataDir, '..'), { recursive: true, force: true });
});

const lockFile = () => join(dataDir, 'run', 'supervisor.json');

test('while one server has the data folder no second one gets it, and afterwards it does', () => {
  const unlock = lockDataFolder(dataDir);
  expect(() => lockDataFolder(dataDir)).toThrow(`already runs on the data folder ${dataDir} (process ${process.pid})`);
  unlock();
  lockDataFolder(dataDir)();
  expect(existsSync(lockFile())).toBe(false);
});

test.each([
  ['of a server that was killed', () => JSON.stringify({ pid: spawnSync('true').pid, birth: 'then' })],
  ['whose number went to another program', () => JSON.stringify({ pid: process.ppid, birth: 'long ago' })],
  ['cut off by a power failure', () => '{"pid":'],
])('a lock %s is taken over', (_, text) => {
  writeFileSync(lockFile(), text());
  expect(lockDataFolder(dataDir)).toBeTypeOf('function');
});

test('an orphaned child is ended, a stranger with its number is not', async () => {
  const child = spawn('sleep', ['60'], { detached: true });
  const pid = child.pid ?? 0;
  rememberChild(dataDir, 'media', pid);
  expect(rememberedChildren(dataDir)).toEqual(['media']);
  for (const name of ['media-2', 'services']) rememberChild(dataDir, name, 0);
  expect(rememberedChildren(dataDir)).toEqual(['services', 'media-2', 'media']);
  expect(await endOrphan(dataDir, 'media')).toBe(true);
  expect(commandLineOf(pid)).toBeUndefined();
  expect(await endOrphan(dataDir, 'media')).toBe(false);

  writeFileSync(join(dataDir, 'run', 'media.json'), JSON.stringify({ pid: process.pid, birth: 'another one' }));
  expect(await endOrphan(dataDir, 'media')).toBe(false);
  expect(birthOf(process.pid)).toBeDefined();
});

test('a data folder that is a file is refused in words', () => {
  const file = join(dataDir, 'file');
  writeFileSync(file, '');
  expect(() => prepareDataFolder(file)).toThrow(`${file} is not a folder`);
});

test('the path of the media socket is short enough for a socket, however deep the data folder', () => {
  expect(mediaSocketPath('/srv/sidetone')).toBe('/srv/sidetone/run/media.sock');
  const deep = mediaSocketPath(`/srv/${'deep/'.repeat(30)}`);
  expect(Buffer.byteLength(deep)).toBeLessThanOrEqual(100);
  rmSync(join(deep, '..'), { recursive: true });
});
