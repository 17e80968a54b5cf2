import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { renameDurably, writeDurably } from './durable-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'durable-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a file is written as a whole, in folders that are made for it, and for its owner alone', async () => {
  const path = join(folder, 'one', 'two', 'words.txt');
  await writeDurably(path, 'Hello.');
  await writeDurably(path, Buffer.from('Hello again.'));
  expect(readFileSync(path, 'utf8')).toBe('Hello again.');
  expect([statSync(path).mode & 0o777, statSync(join(folder, 'one')).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(existsSync(`${path}.part`)).toBe(false);
});

test('what cannot be written leaves the earlier file as it was', async () => {
  const path = join(folder, 'kept.txt');
  await writeDurably(path, 'Kept.');
  await expect(writeDurably(join(path, 'below.txt'), 'no')).rejects.toThrow();
  await expect(renameDurably(`${path}.missing`, path)).rejects.toMatchObject({ code: 'ENOENT' });
  writeFileSync(`${path}.part`, 'cut off');
  expect(readFileSync(path, 'utf8')).toBe('Kept.');
  await writeDurably(path, 'New.');
  expect(readFileSync(path, 'utf8')).toBe('New.');
});
