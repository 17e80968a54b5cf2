import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { writeCall } from './testing/some-calls.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.stop());

const number = '+4930222';
const thread = { kind: 'number', number } as const;

const member = async (firstName: string) => {
  const made = await person(api, { firstName });
  return { ...made, token: (await signInAs(api.url, made.email)).access_token };
};
type Member = Awaited<ReturnType<typeof member>>;

const resolveThread = ({ token, channelId }: Member, body: object, channel = channelId) =>
  callRoute(api.url, token, routes.resolveThread, {
    params: { channelId: channel },
    body: { of: thread, newest: 'pbx-1', ...body },
  });

const unresolved = async (channelId: string) =>
  (
    await api.db
      .selectFrom('inbox_events')
      .select('id')
      .where('channel_id', '=', channelId)
      .where('unresolved', '=', true)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);

test('every unresolved call of a long thread is resolved, and the undoing reopens exactly those', async () => {
  const anna = await member('Anna');
  await sql`insert into inbox_events (id, account_id, channel_id, session_id, unresolved, direction, state,
      remote_phone_number, started_at, terminated_at)
    select 'pbx-' || n, ${anna.accountId}, ${anna.channelId}, n, n % 4 <> 0, 'INCOMING', 'MISSED', ${number},
      timestamptz '2026-11-20 10:00Z' - n * interval '1 minute', timestamptz '2026-11-20 10:00Z'
    from generate_series(1, 1204) as n`.execute(api.db);
  await writeCall(api.db, 'somebody else', { channel: anna.channelId, number: '+4930333', unresolved: true });
  await writeCall(api.db, 'going on', { channel: anna.channelId, number, unresolved: true, ended: false });

  const { body } = await resolveThread(anna, {});
  expect([body.resolved, new Set(body.ids).size]).toEqual([903, 903]);
  expect(await unresolved(anna.channelId)).toEqual(['going on', 'somebody else']);
  const params = { channelId: anna.channelId };
  const undone = await callRoute(api.url, anna.token, routes.reopen, { params, body: { ids: body.ids } });
  expect(undone.body).toEqual({ reopened: 903 });
  expect(await unresolved(anna.channelId)).toHaveLength(905);
  expect((await resolveThread(anna, {})).body.resolved).toBe(903);
  expect((await resolveThread(anna, {})).body).toEqual({ resolved: 0, ids: [] });
});

test('of a thread about a topic only the calls about it are resolved', async () => {
  const bert = await member('Bert');
  const about = (topics: string[]) => ({
    channel: bert.channelId,
    number,
    unresolved: true,
    documentation: { summary: { status: 'success', topics } },
  });
  await writeCall(api.db, 'pbx-1', about(['Customs']));
  await writeCall(api.db, 'pbx-2', about(['Invoice', 'Customs']));
  await writeCall(api.db, 'pbx-3', about(['Invoice']));
  const { body } = await resolveThread(bert, { topic: 'Customs' });
  expect(body.ids.toSorted()).toEqual(['pbx-1', 'pbx-2']);
  expect(await unresolved(bert.channelId)).toEqual(['pbx-3']);
});

test('calls that came in after the asker looked stay unresolved', async () => {
  const cora = await member('Cora');
  await writeCall(api.db, 'pbx-1', { channel: cora.channelId, number, unresolved: true });
  const later = { channel: cora.channelId, number, unresolved: true, at: '2026-11-20T10:00:00Z' };
  await writeCall(api.db, 'pbx-2', later);
  await sql`update inbox_events set terminated_at = now() where id = 'pbx-2'
    and channel_id = ${cora.channelId}`.execute(api.db);
  expect((await resolveThread(cora, {})).body.ids).toEqual(['pbx-1']);
  expect(await unresolved(cora.channelId)).toEqual(['pbx-2']);
  expect((await resolveThread(cora, { newest: 'pbx-2' })).body.ids).toEqual(['pbx-2']);
});

test('two people who resolve a thread in the same moment resolve each call once', async () => {
  const dora = await member('Dora');
  for (const n of [1, 2, 3]) {
    await writeCall(api.db, `pbx-${n}`, { channel: dora.channelId, number, unresolved: true });
  }
  const [one, other] = await Promise.all([resolveThread(dora, {}), resolveThread(dora, {})]);
  expect([...one.body.ids, ...other.body.ids].toSorted()).toEqual(['pbx-1', 'pbx-2', 'pbx-3']);
});

test("nobody resolves a thread of a channel that is not theirs, and none by somebody else's call", async () => {
  const [emil, fred] = [await member('Emil'), await member('Fred')];
  await writeCall(api.db, 'pbx-1', { channel: fred.channelId, number, unresolved: true });
  expect((await resolveThread(emil, {}, fred.channelId)).status).toBe(404);
  expect((await resolveThread(emil, {})).status).toBe(404);
  expect(await unresolved(fred.channelId)).toEqual(['pbx-1']);
});
