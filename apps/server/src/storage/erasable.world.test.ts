import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseDeleted } from './erasure.ts';
import { type TestDatabase, testDatabase } from './testing/test-database.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await testDatabase();
});
afterAll(() => opened.drop());

/** Tables whose triggers ask for an erasure, and those that the triggers name for it. */
async function askedFor(): Promise<string[]> {
  const { rows } = await sql<{ on: string; source: string }>`
    select tgrelid::regclass::text as on, prosrc as source
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid
     where not tgisinternal and prosrc ~ 'insert into erasures'`.execute(opened.db);
  const named = rows.flatMap(({ source }) =>
    [...source.matchAll(/array\[([^\]]*)\]/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
    ),
  );
  return [...new Set([...rows.map(({ on }) => on), ...named])].sort();
}

test('every table that a deletion wants to be erased is one that is rewritten', async () => {
  const asked = await askedFor();
  expect(asked).toContain('blocked_callers');
  const { tables } = await eraseDeleted(opened.db, { always: true });
  expect(asked.filter((name) => !tables.some((table) => table === name))).toEqual([]);
});

test('a caller who is unblocked goes with the file of the table', async () => {
  const { db } = opened;
  await db.insertInto('accounts').values({ id: 's1', name: 'Acme', plan: '{}' }).execute();
  await sql`insert into blocked_callers (id, account_id, kind, number)
    values ('b', 's1', 'number', '+4930555')`.execute(db);
  await eraseDeleted(db);
  await sql`delete from blocked_callers`.execute(db);
  expect(await eraseDeleted(db)).toMatchObject({ outcome: 'erased', tables: ['blocked_callers'] });
});
