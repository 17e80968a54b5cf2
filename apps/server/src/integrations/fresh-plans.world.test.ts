import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { freshPlans } from './fresh-plans.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());

const knownContacts = async () => {
  const { rows } = await sql<{ known: number }>`
    select reltuples::int as known from pg_class where oid = 'contacts'::regclass`.execute(database.db);
  return rows[0]?.known;
};

test('PostgreSQL looks at the contacts when half of them are new to it, and at no other time', async () => {
  await database.db.connection().execute(async (db) => {
    const lookAtContacts = freshPlans(db);
    const write = async (from: number, to: number) => {
      await sql`insert into contacts (id, account_id, name)
        select 'fresh-' || n, 's1', 'Contact ' || n from generate_series(${from}::int, ${to}::int) as n`.execute(db);
      await lookAtContacts(to - from + 1);
    };
    await write(1, 999);
    const before = await knownContacts();
    await write(1000, 2000);
    const first = await knownContacts();
    expect(first).toBeGreaterThanOrEqual(2000);
    expect(before).toBeLessThan(2000);
    await write(2001, 3000);
    expect(await knownContacts()).toBe(first);
    await write(3001, 5000);
    expect(await knownContacts()).toBeGreaterThanOrEqual(5000);
  });
});
