import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { supervisions } from './supervisions.ts';

let database: TestDatabase;
const keeper = (node = 'node-1') => supervisions({ db: database.db, node });
const allow = (supervision: string) =>
  sql`update accounts set call_settings = jsonb_build_object('supervision', ${supervision}::text) where id = 's1'`.execute(
    database.db,
  );
const asked = (userId: string, channelId = 'cteam', asAdministrator = false) =>
  keeper().ruleFor({ userId, channelId, asAdministrator });

beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
  await database.db.updateTable('users').set({ admin: true }).where('id', '=', 'wcleo').execute();
});
beforeEach(async () => {
  await database.db.updateTable('channel_members').set({ supervises: false }).execute();
  await database.db.updateTable('channel_members').set({ supervises: true }).where('user_id', '=', 'wben').execute();
  await allow('shown');
});
afterAll(() => database.drop());

test('members with the right may, and administrators where that counts', async () => {
  expect(await asked('wben')).toEqual({ rule: 'shown', name: 'Ben Birke', channelName: 'Team' });
  expect(await asked('wanna')).toBeNull();
  expect(await asked('wcleo')).toBeNull();
  expect(await asked('wcleo', 'cteam', true)).toMatchObject({ rule: 'shown' });
});

test('nobody may where the company allows nothing, which is how it begins, and never on a private channel', async () => {
  for (const none of ['off', 'nonsense']) {
    await allow(none);
    expect(await asked('wben')).toBeNull();
  }
  await sql`update accounts set call_settings = '{}' where id = 's1'`.execute(database.db);
  expect(await asked('wcleo', 'cteam', true)).toBeNull();
  await allow('announced');
  expect(await asked('wben')).toMatchObject({ rule: 'announced' });
  expect(await asked('wcleo', 'ca', true)).toBeNull();
  expect(await asked('wben', 'cb')).toBeNull();
});

test('nobody of another company, and nobody who is deactivated', async () => {
  await database.db
    .insertInto('accounts')
    .values({ id: 's2', name: 'Other', plan: JSON.stringify({}) })
    .execute();
  await database.db
    .insertInto('users')
    .values({
      id: 'wother',
      account_id: 's2',
      first_name: 'Oda',
      last_name: 'Other',
      email: 'other@example.com',
      admin: true,
    })
    .execute();
  expect(await asked('wother', 'cteam', true)).toBeNull();
  await database.db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', 'wben').execute();
  expect(await asked('wben')).toBeNull();
  await database.db.updateTable('users').set({ deactivated_at: null }).where('id', '=', 'wben').execute();
});

test('each step is a line of the audit log, and what a killed server left is ended at its next start, once', async () => {
  const one = {
    supervisionId: 'one',
    accountId: 's1',
    channelId: 'cteam',
    docId: 'pbx-1',
    supervisorId: 'wben',
    agentId: 'wanna',
    rule: 'announced' as const,
  };
  const two = { ...one, supervisionId: 'two', docId: 'pbx-2' };
  await keeper().began(one);
  await keeper().changed(one, 'whisper');
  await keeper().began(two);
  await keeper().ended(one, 'supervisor');
  await keeper().ended(one, 'supervisor');
  expect(await keeper().endInterrupted()).toBe(1);
  expect(await keeper().endInterrupted()).toBe(0);
  await keeper().ended(two, 'callOver');
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', action, actor_user_id, target, detail->>'docId', detail->>'agentId',
      coalesce(detail->>'mode', detail->>'why')) as line
    from audit_log where action like 'queue.supervision%' order by id`.execute(database.db);
  expect(rows.map(({ line }) => line)).toEqual([
    'queue.supervisionBegan wben cteam pbx-1 wanna listen',
    'queue.supervisionChanged wben cteam pbx-1 wanna whisper',
    'queue.supervisionBegan wben cteam pbx-2 wanna listen',
    'queue.supervisionEnded wben cteam pbx-1 wanna supervisor',
    'queue.supervisionEnded wben cteam pbx-2 wanna restart',
  ]);
});
