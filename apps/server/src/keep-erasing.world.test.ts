import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notifyFeed } from './documents/change-feed.ts';
import { someJobs } from './jobs/testing/some-jobs.ts';
import { keepErasing } from './keep-erasing.ts';
import { askForErasure, type Erased, eraseDeleted } from './storage/erasure.ts';
import { someCompany } from './storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from './storage/testing/test-database.ts';

let database: TestDatabase;
const done: Erased[] = [];
const stops: (() => unknown)[] = [];
beforeEach(async () => {
  database = await testDatabase();
  await someCompany(database.db);
  done.length = 0;
});
afterEach(async () => {
  await stop();
  await database.drop();
});
const stop = async () => {
  for (const one of stops.splice(0).reverse()) await one();
};

const soon = { lookMs: 10, settledMs: 0, apartMs: 0, calmWithinMs: 60_000 };
const keep = async (times = soon) => {
  const { db, url } = database;
  const onTrouble = (error: unknown) => {
    throw error;
  };
  const jobs = await someJobs(db, { isServer: true });
  const feed = await notifyFeed(url, onTrouble);
  const onErased = (erased: Erased) => void done.push(erased);
  const keeping = await keepErasing({ jobs, feed, db, owner: db, onErased, onTrouble }, times);
  stops.push(
    () => jobs.stop(),
    () => feed.stop(),
    keeping.stop,
  );
};
const left = async () => (await database.db.selectFrom('erasures').select('id').execute()).length;
const openCall = async () => {
  const id = randomUUID();
  await database.db
    .insertInto('calls')
    .values({
      id,
      account_id: 's1',
      session_id: id,
      node: 'n',
      epoch: 1,
      lease_until: new Date(),
      started_at: new Date(),
    })
    .execute();
  return id;
};

test('deleted data is erased soon after, and then there is nothing to do', async () => {
  await keep();
  await askForErasure(database.db);
  await vi.waitFor(() => expect(done).toHaveLength(1), 10_000);
  expect(await left()).toBe(0);
  expect(done[0]).toMatchObject({ outcome: 'erased', lacking: [] });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(done).toHaveLength(1);
});

test('it waits for a moment without calls, but not for ever', async () => {
  const call = await openCall();
  await askForErasure(database.db);
  await keep();
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect([done.length, await left()]).toEqual([0, 1]);
  await database.db.updateTable('calls').set({ ended_at: new Date() }).where('id', '=', call).execute();
  await vi.waitFor(() => expect(done).toHaveLength(1), 10_000);
  await stop();
  await openCall();
  await askForErasure(database.db);
  await keep({ ...soon, calmWithinMs: 100 });
  await vi.waitFor(() => expect(done).toHaveLength(2), 10_000);
});

test('while deletions go on, it waits for the last of them, but not for ever', async () => {
  const asked = (firstMsAgo: number, lastMsAgo: number) =>
    sql`insert into erasures (asked_at) select now() - ago * interval '1 millisecond'
      from unnest(array[${firstMsAgo}::float8, ${lastMsAgo}::float8]) as ago`.execute(database.db);
  await asked(50_000, 0);
  await keep({ ...soon, settledMs: 30_000 });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect([done.length, await left()]).toEqual([0, 2]);
  await stop();
  await database.db.deleteFrom('erasures').execute();
  await asked(70_000, 0);
  await keep({ ...soon, settledMs: 0 });
  await vi.waitFor(() => expect(done).toHaveLength(1), 10_000);
});

test('what was asked for very often is erased once', async () => {
  // More than a statement takes parameters.
  await sql`insert into erasures (tables)
    select case when n % 2 = 0 then array['favorites'] end from generate_series(1, 70000) as n`.execute(database.db);
  expect(await eraseDeleted(database.db)).toMatchObject({ outcome: 'erased' });
  expect(await left()).toBe(0);
});

test('what was asked for when the server was killed is erased by the next', async () => {
  const script = fileURLToPath(new URL('./testing/erasing-process.ts', import.meta.url));
  const child = fork(script, [database.url], { execArgv: [] });
  await once(child, 'message');
  await askForErasure(database.db);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await left()).toBe(1);
  await keep();
  await vi.waitFor(() => expect(done).toHaveLength(1), 10_000);
  expect(await left()).toBe(0);
});

test('two erasures are apart', async () => {
  await keep({ ...soon, apartMs: 60_000 });
  await askForErasure(database.db);
  await vi.waitFor(() => expect(done).toHaveLength(1), 10_000);
  await askForErasure(database.db);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect([done.length, await left()]).toEqual([1, 1]);
});

/** A table that is written again is in another file. */
const files = async () => {
  const { rows } = await sql<{ name: string; file: number }>`
    select name, pg_relation_filenode(name)::int as file
    from unnest(array['inbox_events', 'contacts', 'favorites', 'contact_imports']) as name`.execute(database.db);
  return new Map(rows.map(({ name, file }) => [name, file]));
};

test('a deleted contact has the tables with people rewritten, and not the inbox', async () => {
  const { db } = database;
  await sql`insert into contacts (id, account_id, name) values ('k1', 's1', 'Ada'), ('k2', 's1', 'Bo')`.execute(db);
  const rewritten = async () => {
    const before = await files();
    expect((await eraseDeleted(db)).outcome).toBe('erased');
    const after = await files();
    expect(await left()).toBe(0);
    return [...before].flatMap(([name, file]) => (after.get(name) === file ? [] : [name]));
  };
  await db.deleteFrom('contacts').where('id', '=', 'k1').execute();
  expect(await rewritten()).toEqual(['contacts', 'favorites', 'contact_imports']);
  // With anything else to erase it is everything.
  await db.deleteFrom('contacts').where('id', '=', 'k2').execute();
  await askForErasure(db);
  expect(await rewritten()).toEqual(['inbox_events', 'contacts', 'favorites', 'contact_imports']);
});

test('rows that go with their channel or account are remembered, and rows that stay are not', async () => {
  const { db } = database;
  await db
    .insertInto('inbox_events')
    .values({
      id: 'pbx-1',
      account_id: 's1',
      channel_id: 'cteam',
      session_id: '1',
      unresolved: false,
      direction: 'INCOMING',
      state: 'MISSED',
      started_at: new Date(),
      terminated_at: new Date(),
    })
    .execute();
  await db.updateTable('inbox_events').set({ unresolved: true }).execute();
  await db.deleteFrom('inbox_events').where('id', '=', 'pbx-none').execute();
  expect(await left()).toBe(0);
  await db.deleteFrom('channels').where('id', '=', 'cteam').execute();
  expect(await left()).toBe(1);
});
