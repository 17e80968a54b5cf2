import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { logFile } from './log-file.ts';

test('a log that has grown makes way for a new one, and the one before it is kept', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'sidetone-log-')), 'logs', 'desktop.log');
  const log = logFile(file, () => new Date('2026-11-22T10:00:00Z'));
  expect(log.read()).toEqual([]);
  log.write('info', 'program started', { version: '0.2.0' });
  expect(log.read()).toEqual([
    { name: 'desktop.log', text: '2026-11-22T10:00:00.000Z info program started version=0.2.0\n' },
  ]);
  expect(statSync(file).mode & 0o077).toBe(0);
  writeFileSync(file, 'x'.repeat(1_000_001));
  log.write('warn', 'next');
  expect(log.read().map(({ name, text }) => [name, text.length > 1000])).toEqual([
    ['desktop.log.1', true],
    ['desktop.log', false],
  ]);
});
