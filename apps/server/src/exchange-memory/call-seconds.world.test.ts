import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { callSeconds } from './call-seconds.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());

const talked = (id: string, seconds: number, hoursAgo = 1, answered = true) =>
  sql`
  insert into inbox_events (id, account_id, channel_id, session_id, unresolved, direction, state, remote_phone_number,
    started_at, established_at, terminated_at, terminated_reason)
  values (${id}, 's1', 'cteam', ${id}, false, 'INCOMING', 'FINISHED', '+4930555', now() - ${hoursAgo} * interval '1 hour',
    case when ${answered}::boolean then now() - ${hoursAgo} * interval '1 hour' end,
    now() - ${hoursAgo} * interval '1 hour' + ${seconds} * interval '1 second', 'HANGUP')`.execute(database.db);

test('the last calls tell for how long one keeps a member, with the follow-up time, and too few tell nothing', async () => {
  await database.db.updateTable('channels').set({ follow_up_time: 10 }).where('id', '=', 'cteam').execute();
  let now = 0;
  const secondsOf = callSeconds(database.db, () => now);
  for (const id of ['a', 'b', 'c', 'd']) await talked(id, 100);
  await talked('old', 5000, 9);
  await talked('missed', 60, 1, false);
  expect(await secondsOf('cteam')).toBeNull();
  await talked('e', 200);
  // Others who ask in the same half minute share the answer.
  expect(await secondsOf('cteam')).toBeNull();
  now = 31_000;
  expect(await secondsOf('cteam')).toBe(130);
  expect(await secondsOf('nowhere')).toBeNull();
});
