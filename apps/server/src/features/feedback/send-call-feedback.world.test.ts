import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApi, testApi } from '../../testing/test-api.ts';
import { type Office, someOffice } from '../documentation/testing/some-office.ts';
import { eventOf } from './send-call-feedback.ts';

let api: TestApi;
let office: Office;

beforeAll(async () => {
  api = await testApi();
  office = await someOffice(api);
});
afterAll(() => api.stop());

test('a call is found by its session as well, and never by reading all calls that there are', async () => {
  const { anna } = office;
  const docId = await office.call({ owner: anna });
  const find = (callId: string) => eventOf(api.db, anna, callId).executeTakeFirst();
  expect(docId).toMatch(/^pbx-/);
  expect(await find(docId.slice('pbx-'.length))).toMatchObject({ id: docId });
  await sql`insert into inbox_events
      (id, account_id, channel_id, session_id, owner, unresolved, direction, state, started_at, terminated_at)
    select id || '-' || one, account_id, channel_id, session_id || '-' || one, owner, false, direction, state, started_at, started_at
    from inbox_events, generate_series(1, 3000) as one where id = ${docId}`.execute(api.db);
  await sql`analyze inbox_events`.execute(api.db);
  const plan = JSON.stringify(await eventOf(api.db, anna, docId).explain('text'));
  expect(plan).toMatch(/inbox_events_pkey.*Index Cond: .*channel_id = .*id = ANY/);
});
