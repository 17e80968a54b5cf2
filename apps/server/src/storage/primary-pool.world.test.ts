import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { type TestDatabase, testDatabase } from './testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const backend = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid ?? 0;
};

/** Opens so many connections that lie idle after it; gives the processes at their other end. */
const warm = async (db: Database, connections: number): Promise<Set<number>> => {
  const pids = await Promise.all(
    Array.from({ length: connections }, () =>
      db.connection().execute(async (one) => {
        const pid = await backend(one);
        await sql`select pg_sleep(0.1)`.execute(one);
        return pid;
      }),
    ),
  );
  return new Set(pids);
};

test('one statement that a standby refuses to write drops every connection to it', async () => {
  const db = openDatabase(database.url, { connections: 3 });
  try {
    const before = await warm(db, 3);
    expect(before.size).toBe(3);
    // As a standby answers, and a primary that has become one.
    const refused = db.transaction().execute(async (trx) => {
      await sql`set transaction read only`.execute(trx);
      await sql`create table late ()`.execute(trx);
    });
    await expect(refused).rejects.toMatchObject({ code: '25006' });
    const after = await warm(db, 3);
    expect([...after].filter((pid) => before.has(pid))).toEqual([]);
  } finally {
    await db.destroy();
  }
});

test('a server that stops is not asked again on any other connection, and what is under way there is not cut off', async () => {
  const db = openDatabase(database.url, { connections: 3 });
  try {
    const before = await warm(db, 3);
    let underWay = 0;
    const slow = db.connection().execute(async (one) => {
      underWay = await backend(one);
      await sql`select pg_sleep(0.5)`.execute(one);
      return await backend(one);
    });
    await new Promise((done) => setTimeout(done, 100));
    const stopped = db.connection().execute(async (one) => {
      await sql`select pg_terminate_backend(${await backend(one)})`.execute(one);
    });
    await expect(stopped).rejects.toMatchObject({ code: '57P01' });
    const now = await backend(db);
    expect(before.has(now)).toBe(false);
    expect(await slow).toBe(underWay);
    const after = await warm(db, 3);
    expect([...after].filter((pid) => before.has(pid))).toEqual([]);
  } finally {
    await db.destroy();
  }
});

test('many that hear of one loss do not drop what was opened after it', async () => {
  const db = openDatabase(database.url, { connections: 3 });
  try {
    const old = await warm(db, 3);
    await sql`select pg_terminate_backend(pid) from unnest(${[...old]}::int[]) pid`.execute(database.db);
    await new Promise((done) => setTimeout(done, 200));
    const fresh = await warm(db, 3);
    const again = await warm(db, 3);
    expect([...again].sort()).toEqual([...fresh].sort());
  } finally {
    await db.destroy();
  }
});
