import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateTo } from './database.ts';
import { emptyDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
  await migrateTo(database.db, '0141-owners-and-calls-outside');
});
afterAll(() => database.drop());

test('calls that talk while the server is updated keep the times that their users saw', async () => {
  const { db } = database;
  await sql`insert into accounts (id, name, plan) values ('s1', 's1', '{}')`.execute(db);
  await sql`insert into users (id, account_id, first_name, last_name, email) values ('w', 's1', 'A', 'B', 'w@c.example')`.execute(
    db,
  );
  for (const id of ['one', 'two']) {
    await sql`insert into call_snapshots (call_id, node, epoch, snapshot) values (${id}, 'n', 1, '{}')`.execute(db);
  }
  const [startedAt, establishedAt] = ['2026-11-20T09:00:00.000Z', '2026-11-20T09:00:03.000Z'];
  const rows = [
    ['s:wanna', 'one', { startedAt, establishedAt, transfer: null, number: '12' }, null],
    ['s:wben', 'one', { startedAt, establishedAt: null, transfer: { id: 't', establishedAt, state: 'talking' } }, null],
    ['s:wcleo', 'one', { startedAt, establishedAt, transfer: null }, new Date()],
  ] as const;
  for (const [id, callId, body, endedAt] of rows) {
    await sql`insert into ongoing_calls (id, user_id, call_id, node, epoch, body, ended_at)
      values (${id}, 'w', ${callId}, 'n', 1, ${JSON.stringify(body)}, ${endedAt})`.execute(db);
  }
  await migrateTo(db, '0142-live-calls-in-memory');
  const stored = await db.selectFrom('call_snapshots').select(['call_id', 'seen']).orderBy('call_id').execute();
  expect(stored).toEqual([
    {
      call_id: 'one',
      seen: expect.toSatisfy((seen: object[]) => seen.length === 2),
    },
    { call_id: 'two', seen: [] },
  ]);
  expect(stored[0]?.seen).toEqual(
    expect.arrayContaining([
      { id: 's:wanna', startedAt, establishedAt, transfer: null },
      { id: 's:wben', startedAt, establishedAt: null, transfer: { id: 't', establishedAt } },
    ]),
  );
});
