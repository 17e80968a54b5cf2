import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { someCompany } from '../testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import type { Writer } from '../writer.ts';
import { deleteEndedCalls } from './delete-in-steps.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
  await someCompany(database.db);
  const { db } = database;
  await db.insertInto('accounts').values({ id: 's2', name: 'Another', plan: '{}' }).execute();
  await db
    .insertInto('channels')
    .values({ id: 'c2', account_id: 's2', type: 'acd', name: 'Theirs', follow_up_time: 0 })
    .execute();
});
afterEach(() => database.drop());

/** Calls with an event each, of which the last is running; all of one moment, as an import may bring them. */
const call = async (accountId: string, channelId: string, count: number) => {
  const { db } = database;
  const running = sql`case when n = ${count} then null else now() - interval '20 days' end`;
  await sql`insert into calls (id, account_id, session_id, node, epoch, lease_until, started_at, ended_at)
    select ${accountId} || n, ${accountId}, ${accountId} || n, 'node-1', 1, now(), now() - interval '30 days', ${running}
    from generate_series(1, ${count}::int) as n`.execute(db);
  await sql`insert into inbox_events (id, account_id, channel_id, call_id, session_id, unresolved, direction, state,
      started_at, terminated_at)
    select 'pbx-' || n, ${accountId}, ${channelId}, ${accountId} || n, ${accountId} || n, true, 'INCOMING', 'MISSED',
      now() - interval '30 days', ${running}
    from generate_series(1, ${count}::int) as n`.execute(db);
};
const left = async (accountId: string) => {
  const { db } = database;
  const events = await db.selectFrom('inbox_events').select('id').where('account_id', '=', accountId).execute();
  const calls = await db.selectFrom('calls').select('id').where('account_id', '=', accountId).execute();
  return { events: events.length, calls: calls.length };
};
const all = { accountId: 's1', endedBefore: null };

test('ended calls of one company go, a few in each transaction; those that run stay, and so do the others', async () => {
  await call('s1', 'cteam', 26);
  await call('s2', 'c2', 3);
  const transactions = new Set<string>();
  const allowed = async (trx: Writer) => {
    const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(trx);
    transactions.add(rows[0]?.id ?? '');
  };
  expect(await deleteEndedCalls(database.db, all, { allowed, rows: 10 })).toBe(25);
  // Three of the inboxes and three of the book.
  expect(transactions.size).toBe(6);
  expect(await left('s1')).toEqual({ events: 1, calls: 1 });
  expect(await left('s2')).toEqual({ events: 3, calls: 3 });
  // One for each other side, which nothing is known of.
  expect(await database.db.selectFrom('call_groups').select('calls').execute()).toEqual([{ calls: 1 }, { calls: 1 }]);
  expect((await database.db.selectFrom('erasures').select('id').execute()).length).toBeGreaterThanOrEqual(3);
});

test('nobody waits for more than a step: between two of them nothing of the tables is held', async () => {
  await call('s1', 'cteam', 26);
  const held: number[] = [];
  const allowed = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
      join pg_class on pg_class.oid = relation
      where database = (select oid from pg_database where datname = current_database())
        and relname in ('inbox_events', 'call_words', 'call_groups', 'calls') and mode <> 'AccessShareLock'`.execute(
      database.db,
    );
    held.push(rows[0]?.count ?? -1);
  };
  await deleteEndedCalls(database.db, all, { allowed, rows: 10 });
  expect(held).toEqual([0, 0, 0, 0, 0, 0]);
});

test('what is cut off stays deleted as far as it came, and the next time goes on', async () => {
  await call('s1', 'cteam', 26);
  let steps = 0;
  const allowed = async () => {
    steps += 1;
    if (steps === 2) throw new Error('killed');
  };
  await expect(deleteEndedCalls(database.db, all, { allowed, rows: 10 })).rejects.toThrow('killed');
  expect(await left('s1')).toEqual({ events: 16, calls: 26 });
  // Its time is over: one step of the inboxes, one of the book.
  expect(await deleteEndedCalls(database.db, all, { rows: 10, until: 0 })).toBe(10);
  expect(await left('s1')).toEqual({ events: 6, calls: 16 });
  expect(await deleteEndedCalls(database.db, all, { rows: 10 })).toBe(5);
  expect(await left('s1')).toEqual({ events: 1, calls: 1 });
});

test('kill -9 in the midst of a step leaves whole calls, and the next time goes on', async () => {
  await call('s1', 'cteam', 41);
  const script = fileURLToPath(new URL('./testing/deleting-process.ts', import.meta.url));
  const child = fork(script, [database.url], { execArgv: [] });
  const exit = once(child, 'exit');
  child.on('message', (step) => {
    if (step === 4) child.kill('SIGKILL');
  });
  expect(await exit).toEqual([null, 'SIGKILL']);
  // PostgreSQL finishes the statement that it is at.
  const busy = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(database.db);
    return rows[0]?.count;
  };
  await expect.poll(busy).toBe(0);
  const { events } = await left('s1');
  expect(events).toBeLessThan(41);
  expect(events).toBeGreaterThan(1);
  const { rows } = await sql<{ words: number; grouped: number }>`
    select (select count(*)::int from call_words) as words, (select sum(calls)::int from call_groups) as grouped`.execute(
    database.db,
  );
  // The one that is running has neither.
  expect(rows).toEqual([{ words: events - 1, grouped: events - 1 }]);
  await deleteEndedCalls(database.db, all);
  expect(await left('s1')).toEqual({ events: 1, calls: 1 });
});

test('with an age only what ended before goes', async () => {
  await call('s1', 'cteam', 26);
  const ago = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  // They began before, and ended later.
  expect(await deleteEndedCalls(database.db, { accountId: 's1', endedBefore: ago(25) }, { rows: 10 })).toBe(0);
  expect(await deleteEndedCalls(database.db, { accountId: 's1', endedBefore: ago(15) }, { rows: 10 })).toBe(25);
  expect(await left('s1')).toEqual({ events: 1, calls: 1 });
});

test('a call that goes looks through no table for what speaks of it', async () => {
  const { rows } = await sql<{ key: string }>`
    select conrelid::regclass::text || ' ' || conname as key from pg_constraint
    where contype = 'f' and confrelid in ('inbox_events'::regclass, 'calls'::regclass)
      and not exists (
        select from pg_index where indrelid = conrelid
          and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey
          and (indpred is null or pg_get_expr(indpred, indrelid) like '(% IS NOT NULL)'))`.execute(database.db);
  expect(rows).toEqual([]);
});
