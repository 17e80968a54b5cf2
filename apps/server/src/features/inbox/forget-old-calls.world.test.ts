import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { forgetOldCalls } from './forget-old-calls.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
const event = (id: string, terminatedAt: Date | null) => ({
  id,
  account_id: 's1',
  channel_id: 'cteam',
  session_id: randomUUID(),
  call_id: null,
  owner: null,
  contact_id: null,
  unresolved: false,
  direction: 'INCOMING' as const,
  state: 'MISSED',
  on_phone_number: null,
  remote_phone_number: null,
  remote_user_id: null,
  remote_name: null,
  original_channel_id: null,
  phone_id: null,
  started_at: daysAgo(40),
  established_at: null,
  terminated_at: terminatedAt,
  terminated_reason: null,
});

test('calls are deleted when they are older than the account wants them, and not before it says so', async () => {
  const { db } = database;
  await db
    .insertInto('inbox_events')
    .values([event('old', daysAgo(31)), event('new', daysAgo(29)), event('open', null)])
    .execute();
  const call = { account_id: 's1', session_id: 'x', node: 'node-1', epoch: 1, lease_until: new Date() };
  await db
    .insertInto('calls')
    .values([31, 29].map((days) => ({ ...call, id: `call${days}`, started_at: daysAgo(40), ended_at: daysAgo(days) })))
    .execute();
  expect(await forgetOldCalls(db)).toBe(0);
  await db
    .updateTable('accounts')
    .set({ retention: JSON.stringify({ calls: 30 }) })
    .execute();
  expect(await forgetOldCalls(db)).toBe(1);
  const left = await db.selectFrom('inbox_events').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual(['new', 'open']);
  expect(await db.selectFrom('calls').select('id').execute()).toEqual([{ id: 'call29' }]);
  expect(await db.selectFrom('audit_log').select(['action', 'actor_user_id', 'detail']).execute()).toEqual([
    { action: 'retention.applied', actor_user_id: null, detail: { calls: 1, days: 30 } },
  ]);
  expect(await forgetOldCalls(db)).toBe(0);
  expect(await db.selectFrom('audit_log').select('id').execute()).toHaveLength(1);
});
