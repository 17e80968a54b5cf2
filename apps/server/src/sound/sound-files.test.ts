import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { passingSounds } from './sound-files.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sound-files-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('what somebody heard when the server was killed is gone with its next start', () => {
  const path = passingSounds(dataDir)('voicemail-1');
  expect(path.startsWith(dataDir)).toBe(true);
  expect((statSync(dirname(path)).mode & 0o777).toString(8)).toBe('700');
  writeFileSync(path, 'a message');
  const next = passingSounds(dataDir);
  expect([next('voicemail-1'), existsSync(path), existsSync(dirname(path))]).toEqual([path, false, true]);
});

test('no name leads out of the folder', () => {
  expect(() => passingSounds(dataDir)('../other')).toThrow(RangeError);
});
