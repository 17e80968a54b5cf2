import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createAccount, createUser } from '../identity/accounts.ts';
import { askForErasure } from '../storage/erasure.ts';
import { secretBox } from '../storage/secret-box.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { eraseCommands } from './erase-command.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const erase = async () => {
  const { db, url } = database;
  const ground = { config: readConfig({}), db, databaseUrl: url, box: secretBox(randomBytes(32)) };
  return await eraseCommands[0]?.run(ground, { words: [], options: {} });
};

test('erase leaves nothing to be erased and says how long nobody could use the inbox', async () => {
  const { db } = database;
  await askForErasure(db);
  expect(await erase()).toMatch(/^Erased\. Nobody could use the inbox, .* or the custom words for \d+ ms\.$/);
  expect(await db.selectFrom('erasures').select('id').execute()).toEqual([]);
});

test('where only contacts were deleted it leaves the inbox alone and does not speak of it', async () => {
  const { db } = database;
  const fileOf = async (table: string) =>
    (await sql<{ file: string }>`select pg_relation_filepath(${table}::regclass) as file`.execute(db)).rows[0]?.file;
  const before = { calls: await fileOf('inbox_events'), contacts: await fileOf('contacts') };
  const accountId = await createAccount(db, { name: 'Acme', country: 'DE', areaCode: '30' });
  await sql`insert into contacts (id, account_id, source, name) values ('k1', ${accountId}, 'SIDETONE', 'Anna')`.execute(
    db,
  );
  await db.deleteFrom('contacts').execute();
  expect(await erase()).toMatch(
    /^Erased\. Nobody could use the favorites, the imports of contacts, or the contacts for \d+ ms\.$/,
  );
  expect(await fileOf('inbox_events')).toBe(before.calls);
  expect(await fileOf('contacts')).not.toBe(before.contacts);
});

test('where only feedback was deleted it speaks of that alone', async () => {
  const { db } = database;
  const accountId = await createAccount(db, { name: 'Acme' });
  const { userId } = await createUser(db, { accountId, firstName: 'A', lastName: 'B', email: 'a@b.example' });
  await sql`insert into feedback (id, account_id, user_id, subject, text, email, facts)
    values ('f1', ${accountId}, ${userId}, 'Slow', 'Too slow', 'a@b.example', '{}')`.execute(db);
  await db.deleteFrom('feedback').execute();
  expect(await erase()).toMatch(
    /^Erased\. Nobody could use the feedback, the pictures and logs of feedback, or the ratings of calls for \d+ ms\.$/,
  );
});

test('when it is unknown whether anything was deleted, everything is rewritten', async () => {
  expect(await erase()).toMatch(/^Erased\. Nobody could use the inbox, /);
});
