import { afterAll, beforeAll, expect, test } from 'vitest';
import { switchNight } from '../pbx/control/service/night-switch.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { directory } from './directory.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());

test('a channel is switched by telephone, in the row that the administration shows, with a line in the audit log', async () => {
  const { db } = database;
  const people = directory(db);
  const anna = { userId: 'wanna', accountId: 's1' };
  const now = new Date();
  expect(await switchNight(people, anna, null, now)).toBe('closed');
  const row = () =>
    db.selectFrom('channels').select(['held_state', 'held_until']).where('id', '=', 'cteam').executeTakeFirst();
  expect(await row()).toEqual({ held_state: 'closed', held_until: null });
  expect(await switchNight(people, anna, 'cteam', now)).toBe('byHours');
  expect(await row()).toEqual({ held_state: null, held_until: null });
  const lines = await db.selectFrom('audit_log').select(['action', 'actor_user_id', 'target']).execute();
  expect(lines).toEqual([
    { action: 'channel.switched', actor_user_id: 'wanna', target: 'cteam' },
    { action: 'channel.switched', actor_user_id: 'wanna', target: 'cteam' },
  ]);
});

test('users of another account and users in no channel switch nothing', async () => {
  const people = directory(database.db);
  const now = new Date();
  expect(await switchNight(people, { userId: 'wanna', accountId: 's2' }, 'cteam', now)).toBeNull();
  expect(await switchNight(people, { userId: 'nobody', accountId: 's1' }, null, now)).toBeNull();
});
