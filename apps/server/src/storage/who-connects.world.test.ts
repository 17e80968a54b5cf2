import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, migrateTo } from './database.ts';
import { emptyDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
  await migrateTo(database.db, '0044-no-digests-in-clear');
});
afterAll(() => database.drop());

const read = ['CONTACT_READ'];
const write = [...read, 'CONTACT_WRITE'];
const connect = [...write, 'INTEGRATION_WRITE'];

const company = (db: Database, id: string) =>
  sql`insert into accounts (id, name, plan) values (${id}, ${id}, '{}')`.execute(db);
const person = (db: Database, accountId: string, id: string, grants: readonly string[]) =>
  sql`insert into users (id, account_id, first_name, last_name, email, grants)
    values (${id}, ${accountId}, 'Some', 'Body', ${`${id}@company.example`}, ${[...grants]})`.execute(db);
const grantsOf = async (db: Database) => {
  const { rows } = await sql<{ id: string; grants: string[] }>`select id, grants from users order by id`.execute(db);
  return Object.fromEntries(rows.map(({ id, grants }) => [id, grants]));
};

test('people who may write contacts go on connecting where an address book is connected, and nobody else begins to', async () => {
  const { db } = database;
  for (const id of ['s1', 's2']) await company(db, id);
  await person(db, 's1', 'w-writes', write);
  await person(db, 's1', 'w-reads', read);
  await person(db, 's1', 'w-has', connect);
  await person(db, 's1', 'w-booster', [...write, 'CALL_BOOSTS']);
  // Both companies have the address book of their own from the first moment on, which nobody connected.
  await person(db, 's2', 'w-elsewhere', write);
  await sql`insert into integrations (id, account_id, name, connected_by)
    values ('i9', 's1', 'CARDDAV', 'w-writes')`.execute(db);
  await migrateTo(db, '0048-who-connects');
  expect(await grantsOf(db)).toEqual({
    'w-writes': connect,
    'w-reads': read,
    'w-has': connect,
    'w-booster': [...write, 'CALL_BOOSTS', 'INTEGRATION_WRITE'],
    'w-elsewhere': write,
  });
  await person(db, 's1', 'w-later', write);
  await migrateTo(db, '0053-who-chose-the-language');
  expect((await grantsOf(db))['w-later']).toEqual(write);
});
