import { randomUUID } from 'node:crypto';
import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { localDay } from './local-day.ts';
import { readInbox } from './read-inbox.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.stop());

const member = async (firstName: string) => {
  const made = await person(api, { firstName });
  return { ...made, token: (await signInAs(api.url, made.email)).access_token };
};

/** Missed calls of a channel; the last one is still going on when `open` is set. */
const calls = (channel: { channelId: string; accountId: string }, count: number, open = false) =>
  sql`insert into inbox_events (id, account_id, channel_id, session_id, unresolved, direction, state,
      remote_phone_number, started_at, terminated_at)
    select 'pbx-' || n, ${channel.accountId}, ${channel.channelId}, n, true, 'INCOMING', 'MISSED',
      case when n % 2 = 0 then '+4930222' end, now() - n * interval '1 minute',
      case when ${open} and n = ${count} then null else now() end
    from generate_series(1, ${count}) as n`.execute(api.db);

const unresolved = async (channelId: string) =>
  (await readInbox(api.db, { channelId, limit: 1000, unresolvedOnly: true })).map(({ id }) => id);

test('an event is resolved and reopened', async () => {
  const anna = await member('Anna');
  await calls(anna, 2);
  const set = (resolved: boolean) =>
    callRoute(api.url, anna.token, routes.setEventResolved, {
      params: { channelId: anna.channelId, docId: 'pbx-1' },
      body: { resolved },
    });
  expect(await set(true)).toEqual({ status: 200, body: { resolved: true, ids: ['pbx-1'] } });
  expect(await unresolved(anna.channelId)).toEqual(['pbx-2']);
  await set(false);
  expect(await unresolved(anna.channelId)).toEqual(['pbx-1', 'pbx-2']);
});

test('all of more than two batches are resolved, and the undoing reopens exactly those', async () => {
  const bert = await member('Bert');
  await calls(bert, 1203, true);
  await api.db.updateTable('inbox_events').set({ unresolved: false }).where('id', '=', 'pbx-7').execute();
  const params = { channelId: bert.channelId };
  const { body } = await callRoute(api.url, bert.token, routes.resolveAll, { params });
  expect([body.resolved, body.ids.length]).toEqual([1201, 1201]);
  expect(await unresolved(bert.channelId)).toEqual([]);
  const unknown = Array.from({ length: 8000 }, () => `pbx-${randomUUID()}`);
  const undone = await callRoute(api.url, bert.token, routes.reopen, {
    params,
    body: { ids: [...body.ids, ...unknown] },
  });
  expect(undone.body).toEqual({ reopened: 1201 });
  const still = await api.db
    .selectFrom('inbox_events')
    .select('unresolved')
    .where('id', '=', 'pbx-7')
    .where('channel_id', '=', bert.channelId)
    .executeTakeFirst();
  expect(still?.unresolved).toBe(false);
});

test("somebody else's channel, an unknown event and a running call are not there", async () => {
  const [cora, dora] = [await member('Cora'), await member('Dora')];
  await calls(dora, 2, true);
  const params = { channelId: dora.channelId };
  const asCora = [
    callRoute(api.url, cora.token, routes.setEventResolved, {
      params: { ...params, docId: 'pbx-1' },
      body: { resolved: true },
    }),
    callRoute(api.url, cora.token, routes.resolveAll, { params }),
    callRoute(api.url, cora.token, routes.reopen, { params, body: { ids: ['pbx-1'] } }),
  ];
  expect((await Promise.all(asCora)).map(({ status }) => status)).toEqual([404, 404, 404]);
  for (const docId of ['pbx-2', 'pbx-99']) {
    const { status } = await callRoute(api.url, dora.token, routes.setEventResolved, {
      params: { ...params, docId },
      body: { resolved: true },
    });
    expect(status).toBe(404);
  }
  expect(await unresolved(dora.channelId)).toEqual(['pbx-1']);
});

test('an event tells how many calls of the same other side are unresolved', async () => {
  const emil = await member('Emil');
  await calls(emil, 5);
  const rows = await readInbox(api.db, { channelId: emil.channelId, limit: 2, unresolvedOnly: false });
  expect(rows.map(({ id, unresolvedCalls, remote }) => [id, unresolvedCalls, remote.avatarType])).toEqual([
    ['pbx-1', 3, 'anonymous'],
    ['pbx-2', 2, 'unknown'],
  ]);
});

test('a call that could not be started is noted', async () => {
  const [fred, gina] = [await member('Fred'), await member('Gina')];
  const dial = (channelId: string | null) =>
    callRoute(api.url, fred.token, routes.addFailedDial, {
      body: { channelId, targetPhoneNumber: '22', senderPhoneNumber: null, sessionId: null, code: 'DIAL_FAILED' },
    });
  expect((await dial(fred.channelId)).status).toBe(200);
  expect((await dial(null)).status).toBe(200);
  expect((await dial(gina.channelId)).status).toBe(404);
  const rows = await api.db.selectFrom('failed_dials').select(['owner', 'code']).execute();
  expect(rows).toEqual([
    { owner: fred.userId, code: 'DIAL_FAILED' },
    { owner: fred.userId, code: 'DIAL_FAILED' },
  ]);
});

test('a day is the day where the account is', () => {
  const lateInLondon = new Date('2026-11-20T23:30:00Z');
  expect(localDay(lateInLondon, 'GB')).toBe('2026-11-20');
  expect(localDay(lateInLondon, 'DE')).toBe('2026-11-21');
  expect(localDay(lateInLondon, 'US')).toBe('2026-11-20');
});
