import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { askForErasure } from '../storage/erasure.ts';
import { secretBox } from '../storage/secret-box.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { eraseCommands } from './erase-command.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('erase leaves nothing to be erased and says how long nobody could use the inbox', async () => {
  const { db, url } = database;
  await askForErasure(db);
  const [erase] = eraseCommands;
  const ground = { config: readConfig({}), db, databaseUrl: url, box: secretBox(randomBytes(32)) };
  const printed = await erase?.run(ground, { words: [], options: {} });
  expect(printed).toMatch(/^Erased\. Nobody could use the inbox for \d+ ms\.$/);
  expect(await db.selectFrom('erasures').select('id').execute()).toEqual([]);
});
