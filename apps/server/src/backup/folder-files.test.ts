import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf } from './folder-files.ts';

test('what tests of trunks heard belongs to no backup', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'folder-files-'));
  for (const folder of ['line-tests', 'recordings']) {
    mkdirSync(join(dataDir, folder));
    writeFileSync(join(dataDir, folder, 'one.wav'), 'sound');
  }
  expect(filesOf(dataDir).map(({ name }) => name)).toEqual(['recordings/one.wav']);
  rmSync(dataDir, { recursive: true });
});
