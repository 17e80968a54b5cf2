import { ongoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { ongoingCallDocuments } from './documents.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());

const call = ongoingCall.parse({
  id: 's1',
  callId: 'c@1',
  docId: 'pbx-s1',
  channelId: 'cb',
  direction: 'INCOMING',
  state: 'talking',
  number: '11',
  name: 'Anna Ahorn',
  ownNumber: '12',
  originalChannelId: 'cb',
  startedAt: '2026-11-20T09:00:00.000Z',
  establishedAt: '2026-11-20T09:00:03.000Z',
  endpointId: 'e1',
  onHold: false,
  recording: null,
  transfer: null,
  transferredTo: null,
});

test('users see their own live calls and nobody else’s, and get changes to those alone', async () => {
  const { db } = database;
  const row = { call_id: 'call', node: 'node-1', epoch: 1, ended_at: null };
  for (const user of ['wanna', 'wben']) {
    const body = JSON.stringify({ ...call, id: `session of ${user}` });
    await db
      .insertInto('ongoing_calls')
      .values({ ...row, id: `s1:${user}`, user_id: user, body })
      .execute();
  }
  const [source] = ongoingCallDocuments(db);
  const ben = { userId: 'wben', accountId: 's1' };
  // Both ask in one moment, and are answered by one reading.
  const both = await Promise.all([source?.rows(ben, {}), source?.rows({ ...ben, userId: 'wanna' }, {})]);
  expect(both.map((own) => own?.map(({ id }) => id))).toEqual([['session of wben'], ['session of wanna']]);
  const rows = (await source?.rows(ben, {})) ?? [];
  expect(rows).toEqual([{ ...call, id: 'session of wben', rev: expect.any(Number) }]);
  expect(source?.query.row.safeParse(rows[0]).success).toBe(true);
  expect(source?.topics(ben, {}, [])).toEqual(['ongoing_calls user_id=wben']);
  expect(await source?.rows({ ...ben, userId: 'wcleo' }, {})).toEqual([]);
});
