import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openSecretBox, sealedSetting } from './sealed-setting.ts';
import { KeyError } from './secret-box.ts';
import { type TestDatabase, testDatabase } from './testing/test-database.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'sidetone-keys-'));
});
afterAll(async () => {
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const keyOf = (byte: number): string => {
  const file = join(folder, `key-${byte}`);
  writeFileSync(file, Buffer.alloc(32, byte));
  return file;
};

test('a key opens what the database has sealed, or nothing starts with it', async () => {
  const { db } = database;
  const first = await openSecretBox(db, { dataDir: folder, keyFile: keyOf(1) });
  const setting = (box: typeof first) => sealedSetting({ db, box }, 'tests.sealed', z.string(), () => 'secret');
  expect(await setting(first)).toBe('secret');

  const again = await openSecretBox(db, { dataDir: '/nowhere', keyFile: keyOf(1) });
  expect(await setting(again)).toBe('secret');
  const other = openSecretBox(db, { dataDir: folder, keyFile: keyOf(2) });
  await expect(other).rejects.toThrow(KeyError);
  await expect(other).rejects.toThrow(/name the copy with SIDETONE_KEY_FILE/);
  // The key of another data folder is none, either.
  await expect(openSecretBox(db, { dataDir: folder, keyFile: undefined })).rejects.toThrow(KeyError);
});
