import type { QueueBoard } from '@sidetone/contract/entities/queue-board.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { directory } from './exchange-memory/directory.ts';
import { noCalls } from './features/call-control/testing/no-calls.ts';
import { noClassicCalls } from './features/classic/testing/no-classic-calls.ts';
import { queueBoard } from './pbx/queue-board.ts';
import { liveClient } from './testing/live-client.ts';
import { callRoute, person, signInAs, type TestApi, testApi } from './testing/test-api.ts';

type Row = QueueBoard & { readonly rev: number };
const calls = queueBoard();
const channelId = 'cqueue';
/** Callers who are to be called back. */
const waiting = new Set<string>();
let api: TestApi;
let anna: Awaited<ReturnType<typeof user>>;
let ben: typeof anna;
let adam: typeof anna;
let cora: typeof anna;

const user = async (firstName: string, more: { accountId?: string; admin?: boolean } = {}) => {
  const made = await person(api, { firstName, ...more });
  const { access_token: token } = await signInAs(api.url, made.email);
  return { ...made, token, live: liveClient(api.url, () => token) };
};
const eventually = (check: () => void) => vi.waitFor(check, 15_000);
const queued = (callId: string, given: object = {}) => ({
  callId,
  accountId: anna.accountId,
  channelId,
  docId: `pbx-${callId}`,
  number: '+4930555',
  name: 'Helga Brandt',
  calledNumber: '+49405550120',
  state: 'waiting' as const,
  userIds: [],
  since: 1_000_000,
  rank: 1_000_000,
  skills: [],
  ...given,
});

beforeAll(async () => {
  api = await testApi({
    exchange: {
      control: noCalls,
      classic: noClassicCalls,
      sipSocket: (socket) => socket.close(),
      board: calls,
      callBacks: {
        dismissCallBack: async ({ docId }) => waiting.delete(docId),
        async restoreCallBack({ docId }) {
          const isNew = !waiting.has(docId);
          waiting.add(docId);
          return isNew;
        },
      },
    },
  });
  anna = await user('Anna');
  const { accountId } = anna;
  ben = await user('Ben', { accountId });
  adam = await user('Adam', { accountId, admin: true });
  cora = await user('Cora', { admin: true });
  await api.db
    .insertInto('channels')
    .values(['cqueue', 'cother'].map((id) => ({ id, account_id: accountId, type: 'acd', name: id, follow_up_time: 0 })))
    .execute();
  await api.db
    .insertInto('channel_members')
    .values([
      { channel_id: channelId, user_id: anna.userId },
      { channel_id: channelId, user_id: ben.userId },
      { channel_id: 'cother', user_id: anna.userId },
    ])
    .execute();
}, 60_000);
afterAll(() => api.stop());

const watchAs = (who: typeof anna, of = channelId) => who.live.watch<Row>('queueBoard', { channelId: of });
const memberIn = async (userId: string, of = channelId) =>
  (await directory(api.db).channelById(of))?.members.find((one) => one.userId === userId);
const pauseLines = async () =>
  (
    await sql<{ line: string }>`
      select concat_ws(' ', action, target, detail ->> 'reason') as line from audit_log
      where action like 'queue.member%' order by id`.execute(api.db)
  ).rows.map(({ line }) => line);

test('members and administrators watch the board of a queue; others, and boards of private channels, are not there', async () => {
  const seen = [watchAs(anna), watchAs(adam)];
  const refused = [watchAs(cora), watchAs(ben, 'cother'), watchAs(anna, anna.channelId)];
  await eventually(() => expect(seen.map(({ rows }) => rows?.[0]?.people.length)).toEqual([2, 2]));
  await eventually(() => expect(refused.map(({ error }) => error)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']));
});

test('who waits and who talks comes from memory, in its order', async () => {
  const seen = watchAs(anna);
  await eventually(() => expect(seen.rows).toHaveLength(1));
  calls.show('late', queued('late', { rank: 2_000_000, since: 2_000_000 }));
  calls.show('first', queued('first', { userIds: [ben.userId] }));
  calls.show('talks', queued('talks', { state: 'talking', userIds: [anna.userId] }));
  calls.show('elsewhere', queued('elsewhere', { channelId: 'cother' }));
  await eventually(() => {
    expect(seen.rows?.[0]?.waiting.map(({ id }) => id)).toEqual(['pbx-first', 'pbx-late']);
    expect(seen.rows?.[0]?.calls.map(({ userId, state }) => [userId, state])).toEqual([
      [ben.userId, 'ringing'],
      [anna.userId, 'talking'],
    ]);
  });
  for (const id of ['late', 'first', 'talks', 'elsewhere']) calls.show(id, null);
  await eventually(() => expect(seen.rows?.[0]).toMatchObject({ waiting: [], calls: [] }));
});

test('today is what the statistics count, with the service level of the queue', async () => {
  const insert = (id: string, waited: number, how: 'answered' | 'missed') =>
    sql`
    insert into inbox_events (id, account_id, channel_id, session_id, owner, unresolved, direction, state, remote_phone_number,
      started_at, established_at, terminated_at, terminated_reason)
    values (${id}, ${anna.accountId}, ${channelId}, ${id}, ${how === 'answered' ? ben.userId : null}, ${how === 'missed'},
      'INCOMING', ${how === 'answered' ? 'FINISHED' : 'MISSED'}, '+4930555', now(),
      ${how === 'answered' ? sql`now() + make_interval(secs => ${waited})` : null},
      now() + make_interval(secs => ${waited + (how === 'answered' ? 60 : 0)}), 'CANCELLED')`.execute(api.db);
  const seen = watchAs(adam);
  await insert('quick', 10, 'answered');
  await insert('slow', 28, 'answered');
  await insert('patient', 40, 'missed');
  await insert('hasty', 4, 'missed');
  await eventually(() =>
    expect(seen.rows?.[0]?.today).toEqual({
      incoming: 4,
      answered: 2,
      missed: 2,
      waitSeconds: 19,
      inTime: 1,
      measured: 3,
    }),
  );
  expect(seen.rows?.[0]?.people.find(({ id }) => id === ben.userId)?.answered).toBe(2);
  await api.db
    .updateTable('channels')
    .set({ routing: JSON.stringify({ serviceSeconds: 30 }) })
    .where('id', '=', channelId)
    .execute();
  await eventually(() =>
    expect(seen.rows?.[0]).toMatchObject({ serviceSeconds: 30, today: { inTime: 2, measured: 3 } }),
  );
});

test('members and administrators dismiss a call-back and undo it, others cannot, and the audit log keeps it', async () => {
  const seen = watchAs(anna);
  calls.show('back', queued('back', { isCallBack: true }));
  await eventually(() => expect(seen.rows?.[0]?.waiting).toMatchObject([{ id: 'pbx-back', isCallBack: true }]));
  calls.show('back', null);
  waiting.add('pbx-back');
  const ask = (who: typeof anna, what: 'dismissCallBack' | 'restoreCallBack', of = channelId) =>
    callRoute(api.url, who.token, routes[what], { params: { channelId: of, docId: 'pbx-back' } });
  expect(await ask(cora, 'dismissCallBack')).toMatchObject({ status: 404 });
  expect(await ask(ben, 'dismissCallBack', 'cother')).toMatchObject({ status: 404 });
  expect(waiting.size).toBe(1);
  expect(await ask(anna, 'dismissCallBack')).toMatchObject({ status: 200 });
  expect(await ask(anna, 'dismissCallBack')).toMatchObject({ status: 409 });
  expect(await ask(adam, 'restoreCallBack')).toMatchObject({ status: 200 });
  expect(await ask(cora, 'restoreCallBack')).toMatchObject({ status: 404 });
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', action, target, detail ->> 'docId') as line from audit_log
    where action like 'queue.callBack%' order by id`.execute(api.db);
  expect(rows.map(({ line }) => line)).toEqual([
    'queue.callBackDismissed cqueue pbx-back',
    'queue.callBackRestored cqueue pbx-back',
  ]);
});

test('who pauses is not rung, colleagues see why, and the audit log keeps it', async () => {
  const seen = watchAs(ben);
  const infos = ben.live.watch<{ id: string; rev: number; pause?: object | null }>('memberInfos', { channelId });
  const params = { channelId, webUserId: anna.userId };
  const begun = await callRoute(api.url, anna.token, routes.beginPause, {
    params,
    body: { reasonId: 'lunch', minutes: 45 },
  });
  expect(begun.body).toMatchObject({ pause: { reasonId: 'lunch', name: null } });
  expect(await memberIn(anna.userId)).toMatchObject({ dialedIn: false });
  expect(await memberIn(anna.userId, 'cother')).toMatchObject({ dialedIn: true });
  await eventually(() => {
    expect(seen.rows?.[0]?.people.find(({ id }) => id === anna.userId)?.pause).toMatchObject({ reasonId: 'lunch' });
    expect(infos.rows?.find(({ id }) => id === anna.userId)?.pause).toMatchObject({ reasonId: 'lunch' });
  });
  await callRoute(api.url, anna.token, routes.endPause, { params });
  expect(await memberIn(anna.userId)).toMatchObject({ dialedIn: true });
  await eventually(() => expect(seen.rows?.[0]?.people.find(({ id }) => id === anna.userId)?.pause).toBeNull());
  expect(await pauseLines()).toEqual(['queue.memberPaused cqueue lunch', 'queue.memberResumed cqueue']);
});

test('a pause ends by itself, and by logging out', async () => {
  const params = { channelId, webUserId: anna.userId };
  const begin = () =>
    callRoute(api.url, anna.token, routes.beginPause, { params, body: { reasonId: 'break', minutes: 1 } });
  await begin();
  expect(await memberIn(anna.userId)).toMatchObject({ dialedIn: false });
  await api.db
    .updateTable('channel_members')
    .set({ paused_until: new Date(Date.now() - 1000) })
    .where('paused_at', 'is not', null)
    .execute();
  expect(await memberIn(anna.userId)).toMatchObject({ dialedIn: true });
  await begin();
  for (const dialedIn of [false, true]) {
    await callRoute(api.url, anna.token, routes.setDialedIn, { params, body: { dialedIn } });
  }
  expect(await memberIn(anna.userId)).toMatchObject({ dialedIn: true });
});

test('nobody pauses for others, for a reason that is gone, or where they are logged out', async () => {
  const ask = (who: typeof anna, reasonId: string, userId = who.userId) =>
    callRoute(api.url, who.token, routes.beginPause, {
      params: { channelId, webUserId: userId },
      body: { reasonId, minutes: null },
    });
  expect(await ask(ben, 'lunch', anna.userId)).toMatchObject({ status: 403 });
  expect(await ask(cora, 'lunch')).toMatchObject({ status: 404 });
  expect(await ask(anna, 'nap')).toMatchObject({ status: 409 });
  const params = { channelId, webUserId: ben.userId };
  await callRoute(api.url, ben.token, routes.setDialedIn, { params, body: { dialedIn: false } });
  expect(await ask(ben, 'lunch')).toMatchObject({ status: 409 });
  await callRoute(api.url, ben.token, routes.setDialedIn, { params, body: { dialedIn: true } });
});

test('by telephone a member pauses everywhere or in one queue, and the same code ends it', async () => {
  const people = directory(api.db);
  const dial = (of: string | null) => people.switchPause({ userId: anna.userId, accountId: anna.accountId }, of);
  expect(await dial(null)).toBe('paused');
  expect([await memberIn(anna.userId), await memberIn(anna.userId, 'cother')]).toMatchObject([
    { dialedIn: false },
    { dialedIn: false },
  ]);
  expect(await dial('cother')).toBe('resumed');
  expect(await dial(null)).toBe('resumed');
  expect(await memberIn(anna.userId)).toMatchObject({ dialedIn: true });
  expect(await people.switchPause({ userId: cora.userId, accountId: cora.accountId }, null)).toBeNull();
  // Two phones of one user at the same time: one of them pauses, the other ends it.
  expect((await Promise.all([dial(null), dial(null)])).sort()).toEqual(['paused', 'resumed']);
});

test('administrators keep the list of reasons, and a pause keeps the name that it had', async () => {
  const save = (pauseReasons: object[]) =>
    callRoute(api.url, adam.token, routes.updateCallSettings, { body: { pauseReasons } as never });
  expect(await save([{ id: 'dog', name: 'Walking the dog', minutes: 20 }])).toMatchObject({
    body: { pauseReasons: [{ id: 'dog', name: 'Walking the dog', minutes: 20 }] },
  });
  const params = { channelId, webUserId: anna.userId };
  await callRoute(api.url, anna.token, routes.beginPause, { params, body: { reasonId: 'dog', minutes: null } });
  expect(await save([{ id: 'lunch', name: null, minutes: null }])).toMatchObject({
    body: { pauseReasons: [{ id: 'lunch' }] },
  });
  const seen = watchAs(ben);
  await eventually(() =>
    expect(seen.rows?.[0]?.people.find(({ id }) => id === anna.userId)?.pause).toMatchObject({
      name: 'Walking the dog',
    }),
  );
  for (const wrong of [[], [{ id: 'x', name: null, minutes: null }], [{ id: 'a', name: 'A', minutes: 721 }]]) {
    expect(await save(wrong)).toMatchObject({ status: 400 });
  }
});
