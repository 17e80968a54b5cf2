import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from './testing/test-database.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await testDatabase();
});
afterAll(() => opened.drop());

const onOneConnection = (work: (db: Kysely<unknown>) => Promise<void>) =>
  opened.db.connection().execute((one) => work(one.withoutPlugins() as unknown as Kysely<unknown>));

const preparedLike = async (db: Kysely<unknown>, text: string) => {
  const { rows } = await sql<{ times: number }>`
    select (generic_plans + custom_plans)::int as times from pg_prepared_statements
     where strpos(statement, ${text}) > 0 and strpos(statement, 'strpos') = 0`.execute(db);
  return rows.map(({ times }) => times);
};

test('a statement that comes again is prepared once for its connection', () =>
  onOneConnection(async (db) => {
    const add = async (one: number) =>
      (await sql<{ sum: number }>`select ${one}::int + 40 as sum`.execute(db)).rows[0]?.sum;
    for (const one of [1, 2, 3, 4]) expect(await add(one)).toBe(one + 40);
    expect(await preparedLike(db, '::int + 40')).toEqual([]);
    for (const one of [5, 6, 7]) expect(await add(one)).toBe(one + 40);
    expect(await preparedLike(db, '::int + 40')).toEqual([3]);
  }));

test('a table that changes under its plan is read as it is then, and prepared again', () =>
  onOneConnection(async (db) => {
    await sql`create temporary table shelves (id int)`.execute(db);
    await sql`insert into shelves values (1)`.execute(db);
    const all = async () => (await sql`select * from shelves where id = ${1}`.execute(db)).rows;
    for (let time = 0; time < 6; time += 1) expect(await all()).toEqual([{ id: 1 }]);
    await sql`alter table shelves add column label text default 'left'`.execute(db);
    for (let time = 0; time < 6; time += 1) expect(await all()).toEqual([{ id: 1, label: 'left' }]);
    expect(await preparedLike(db, 'from shelves')).toHaveLength(2);
  }));

test('within a transaction such a change ends the transaction, and the next one reads the table as it is', async () => {
  await sql`create table racks (id int)`.execute(opened.db);
  const all = (db: Kysely<unknown>) => sql`select * from racks where id >= ${0}`.execute(db);
  await onOneConnection(async (db) => {
    for (let time = 0; time < 6; time += 1) await all(db);
    await sql`alter table racks add column label text`.execute(db);
    await expect(db.transaction().execute(all)).rejects.toThrow('cached plan');
    await expect(db.transaction().execute(all)).resolves.toMatchObject({ rows: [] });
  });
});

test('a connection has no more prepared statements than PostgreSQL has memory for', () =>
  onOneConnection(async (db) => {
    for (let kind = 0; kind < 130; kind += 1) {
      for (let time = 0; time < 5; time += 1) await sql`select ${1}::int as ${sql.ref(`k${kind}`)}`.execute(db);
    }
    const { rows } = await sql<{ count: number }>`select count(*)::int from pg_prepared_statements`.execute(db);
    expect(rows[0]?.count).toBeLessThanOrEqual(120);
  }));
