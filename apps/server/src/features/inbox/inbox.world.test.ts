import { randomUUID } from 'node:crypto';
import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { type SomeCall, writeCall } from './testing/some-calls.ts';

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
  (
    await api.db
      .selectFrom('inbox_events')
      .select('id')
      .where('channel_id', '=', channelId)
      .where('unresolved', '=', true)
      .where('terminated_at', 'is not', null)
      .orderBy('started_at', 'desc')
      .execute()
  ).map(({ id }) => id);

test('ROUTE-009: a call without its channel is found in one that the asker is a member of, and in no other', async () => {
  const ines = await member('Ines');
  const other = await person(api, { firstName: 'Jan', accountId: ines.accountId });
  const jan = { ...other, token: (await signInAs(api.url, other.email)).access_token };
  await writeCall(api.db, 'call of Ines', { channel: ines.channelId });
  const find = (token: string, docId: string) => callRoute(api.url, token, routes.findEvent, { params: { docId } });
  expect(await find(ines.token, 'call of Ines')).toEqual({ status: 200, body: { channelId: ines.channelId } });
  for (const [token, docId] of [
    [jan.token, 'call of Ines'],
    [ines.token, 'no such call'],
  ] as const) {
    expect((await find(token, docId)).status).toBe(404);
  }
  await api.db.insertInto('channel_members').values({ channel_id: ines.channelId, user_id: jan.userId }).execute();
  expect(await find(jan.token, 'call of Ines')).toEqual({ status: 200, body: { channelId: ines.channelId } });
});

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

/** An event of a channel: of `+4930222` on one day, unless it says otherwise. */
const oneCall = (channelId: string, id: string, about: SomeCall = {}) =>
  writeCall(api.db, id, { channel: channelId, number: '+4930222', unresolved: true, ...about });

const set = (who: { token: string }, channelId: string, docId: string, body: { resolved: boolean; group?: boolean }) =>
  callRoute(api.url, who.token, routes.setEventResolved, { params: { channelId, docId }, body });

test('resolving a group resolves all of its calls, reopening reopens the newest', async () => {
  const hans = await member('Hans');
  const { channelId } = hans;
  await oneCall(channelId, 'pbx-1', { at: '2026-11-20T08:00:00Z' });
  await oneCall(channelId, 'pbx-2', { at: '2026-11-20T09:00:00Z', unresolved: false });
  await oneCall(channelId, 'pbx-3', { at: '2026-11-20T10:00:00Z' });
  await oneCall(channelId, 'pbx-before', { at: '2026-11-19T10:00:00Z' });
  await oneCall(channelId, 'pbx-other', { number: '+4930333' });
  await oneCall(channelId, 'pbx-hidden', { number: null });
  const resolved = await set(hans, channelId, 'pbx-3', { resolved: true, group: true });
  expect(resolved.body).toEqual({ resolved: true, ids: ['pbx-1', 'pbx-3'] });
  expect((await unresolved(channelId)).sort()).toEqual(['pbx-before', 'pbx-hidden', 'pbx-other']);
  const reopened = await set(hans, channelId, 'pbx-3', { resolved: false, group: true });
  expect(reopened.body).toEqual({ resolved: false, ids: ['pbx-3'] });
  expect((await set(hans, channelId, 'pbx-3', { resolved: false })).body).toEqual({ resolved: false, ids: [] });
  const params = { channelId };
  const undone = await callRoute(api.url, hans.token, routes.resolveMany, {
    params,
    body: { ids: ['pbx-3', 'pbx-1', 'pbx-other', 'pbx-nothing'] },
  });
  expect(undone.body).toEqual({ resolved: 2 });
  expect((await unresolved(channelId)).sort()).toEqual(['pbx-before', 'pbx-hidden']);
});

test('of two members who resolve or reopen the same group in the same moment one is told of its calls, the other of none', async () => {
  const kim = await member('Kim');
  const other = await person(api, { firstName: 'Lou', accountId: kim.accountId });
  const lou = { token: (await signInAs(api.url, other.email)).access_token };
  const { channelId } = kim;
  await api.db.insertInto('channel_members').values({ channel_id: channelId, user_id: other.userId }).execute();
  for (const hour of ['08', '09', '10']) await oneCall(channelId, `kim-${hour}`, { at: `2026-11-20T${hour}:00:00Z` });
  const both = async (resolved: boolean) => {
    const body = { resolved, group: true };
    const replies = await Promise.all([kim, lou].map((one) => set(one, channelId, 'kim-10', body)));
    return replies.map((reply) => reply.body.ids).sort((one, two) => one.length - two.length);
  };
  expect(await both(true)).toEqual([[], ['kim-08', 'kim-09', 'kim-10']]);
  expect(await both(false)).toEqual([[], ['kim-10']]);
});

test('a group is resolved as a whole by any of its calls, except one that came in after the asker looked', async () => {
  const ida = await member('Ida');
  await oneCall(ida.channelId, 'pbx-first', { at: '2026-11-20T07:00:00Z' });
  await oneCall(ida.channelId, 'pbx-named', { at: '2026-11-20T08:00:00Z' });
  await oneCall(ida.channelId, 'pbx-newer', { at: '2026-11-20T09:00:00Z' });
  await oneCall(ida.channelId, 'pbx-just-now', { at: '2026-11-20T10:00:00Z' });
  await sql`update inbox_events set terminated_at = now() - case id when 'pbx-just-now' then interval '0' else interval '1 minute' end
    where channel_id = ${ida.channelId}`.execute(api.db);
  const { body } = await set(ida, ida.channelId, 'pbx-named', { resolved: true, group: true });
  expect(body.ids.sort()).toEqual(['pbx-first', 'pbx-named', 'pbx-newer']);
  expect(await unresolved(ida.channelId)).toEqual(['pbx-just-now']);
  // A client that names the newest has seen them all.
  await set(ida, ida.channelId, 'pbx-just-now', { resolved: true, group: true });
  expect(await unresolved(ida.channelId)).toEqual([]);
});

test('a group of more than two batches is resolved as a whole', async () => {
  const jan = await member('Jan');
  await sql`insert into inbox_events (id, account_id, channel_id, session_id, unresolved, direction, state,
      remote_phone_number, started_at, terminated_at)
    select 'pbx-' || n, ${jan.accountId}, ${jan.channelId}, n, true, 'INCOMING', 'MISSED', '+4930222',
      timestamptz '2026-11-20 10:00Z' - n * interval '1 second', now() from generate_series(1, 1203) as n`.execute(
    api.db,
  );
  const { body } = await set(jan, jan.channelId, 'pbx-1', { resolved: true, group: true });
  expect(body.ids).toHaveLength(1203);
  expect(await unresolved(jan.channelId)).toEqual([]);
});

test('only a private inbox is cleared as a whole', async () => {
  const karl = await member('Karl');
  const shared = `cshared-${karl.channelId}`;
  await api.db
    .insertInto('channels')
    .values({ id: shared, account_id: karl.accountId, type: 'acd', name: 'Shared', follow_up_time: 0 })
    .execute();
  await api.db.insertInto('channel_members').values({ channel_id: shared, user_id: karl.userId }).execute();
  await oneCall(shared, 'pbx-shared');
  const reply = await callRoute(api.url, karl.token, routes.resolveAll, { params: { channelId: shared } });
  expect(reply).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(await unresolved(shared)).toEqual(['pbx-shared']);
});
