import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '../database.ts';
import { type TestDatabase, testDatabase } from './test-database.ts';
import { dropLeftBehind, templateDatabase, useTestPostgres } from './test-postgres.ts';

const open: TestDatabase[] = [];
const aDatabase = async () => {
  const database = await testDatabase();
  open.push(database);
  return database;
};
afterAll(async () => {
  await Promise.all(open.map((database) => database.drop()));
});

test('each test database is migrated, and what one test writes no other sees', async () => {
  const [a, b] = await Promise.all([aDatabase(), aDatabase()]);
  await a.db.insertInto('settings').values({ key: 'colour', value: '"blue"' }).execute();
  expect(await a.db.selectFrom('settings').selectAll().execute()).toEqual([{ key: 'colour', value: 'blue' }]);
  expect(await b.db.selectFrom('settings').selectAll().execute()).toEqual([]);
});

test('migrating twice, even at the same time, changes nothing', async () => {
  const { db } = await aDatabase();
  expect(await Promise.all([migrate(db), migrate(db)])).toEqual([[], []]);
});

test('rows that live queries read get a new revision with each write', async () => {
  const { db } = await aDatabase();
  await db.insertInto('accounts').values({ id: 's1', name: 'Tester', plan: '{}' }).execute();
  const before = await db.selectFrom('accounts').select('rev').executeTakeFirstOrThrow();
  await db.updateTable('accounts').set({ name: 'Testers' }).execute();
  const after = await db.selectFrom('accounts').select('rev').executeTakeFirstOrThrow();
  expect(BigInt(after.rev)).toBeGreaterThan(BigInt(before.rev));
});

test('names sort and fold beyond ASCII', async () => {
  const { db } = await aDatabase();
  const { rows } = await sql<{ folded: string }>`select lower('ÄÖÜ') as folded`.execute(db);
  expect(rows[0]?.folded).toBe('äöü');
});

test('databases of runs that were killed are dropped, those of running ones are not', async () => {
  const postgres = await useTestPostgres();
  const template = await templateDatabase(postgres);
  const { url } = await aDatabase();
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  // No system gives a process this number.
  const killed = `test_4194305_${Date.now()}`;
  await admin.query(`create database ${killed}`);
  const before = await dropLeftBehind(admin, template);
  const after = await dropLeftBehind(admin, template);
  await admin.end();
  const kept = [template, new URL(url).pathname.slice(1)];
  expect(before).toEqual(expect.arrayContaining([...kept, killed]));
  expect(after).toEqual(expect.arrayContaining(kept));
  expect(after).not.toContain(killed);
});
