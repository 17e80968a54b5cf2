import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { auditReading } from './audit-reading.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('a user’s reading is logged once an hour, for each user and thing', async () => {
  let now = 0;
  const read = auditReading(database.db, () => now);
  const heard = (actorUserId: string, target: string) =>
    read({ accountId: 's1', actorUserId, action: 'voicemail.fetched', target, address: '192.0.2.1' });
  const lines = async () => (await database.db.selectFrom('audit_log').select('id').execute()).length;
  await heard('wanna', 'd1');
  await heard('wanna', 'd1');
  expect(await lines()).toBe(1);
  await heard('wben', 'd1');
  await heard('wanna', 'd2');
  expect(await lines()).toBe(3);
  now = 60 * 60_000;
  await heard('wanna', 'd1');
  expect(await lines()).toBe(4);
});
