import { newNumbers } from '@sidetone/contract/entities/admin-channel.ts';
import { channelRouting } from '@sidetone/contract/entities/channel-routing.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { directory } from '../../../exchange-memory/directory.ts';
import { liveClient } from '../../../testing/live-client.ts';
import { person } from '../../../testing/test-api.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';
import { addNumbers } from './numbers.ts';

let world: TwoCompanies;
let client: ReturnType<typeof liveClient>;
beforeAll(async () => {
  world = await twoCompanies();
  await world.runServer();
  client = liveClient(world.api.url, () => world.admin.token);
});
afterAll(async () => {
  await client.close();
  await world.api.stop();
});

const eventually = (check: () => void) => vi.waitFor(check, 10_000);
const newChannel = async (name: string, more = {}) =>
  (await world.ask(routes.createChannel, { body: { name, ...more } })).body.channelId;
const channelRow = (id: string) =>
  world.api.db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('a queue is made with its members, number and routing, and watched as it is', async () => {
  const { admin, member, ask } = world;
  await ask(routes.addNumbers, { body: { first: '+4930555020', label: 'Hotline' } });
  const routing = channelRouting.parse({ strategy: 'fixed-order', ringSeconds: 40, followUpSeconds: 10 });
  const channelId = await newChannel('Sales', {
    icon: 'headset',
    number: '+4930555020',
    routing,
    members: [{ userId: member.userId }, { userId: admin.userId, dialedIn: false }],
  });
  const seen = client.watch<{ id: string; rev: number }>('adminChannels');
  await eventually(() => expect(seen.rows?.find(({ id }) => id === channelId)).toBeDefined());
  expect(seen.rows?.find(({ id }) => id === channelId)).toMatchObject({
    type: 'acd',
    name: 'Sales',
    icon: 'headset',
    directDial: '+4930555020',
    numbers: [{ number: '+4930555020', label: 'Hotline' }],
    members: [
      { userId: member.userId, name: 'Ulf Tester', dialedIn: true },
      { userId: admin.userId, dialedIn: false },
    ],
    routing: { ...routing, memberOrder: [member.userId, admin.userId] },
  });
  seen.stop();
});

test('a name, an extension and a number belong to one channel each', async () => {
  const { ask } = world;
  const channelId = await newChannel('Support', { extension: '61' });
  const create = (body: { name: string; extension?: string; number?: string }) => ask(routes.createChannel, { body });
  expect((await create({ name: 'support' })).status).toBe(409);
  expect((await create({ name: 'Other', extension: '61' })).status).toBe(409);
  expect((await create({ name: 'Other', extension: '110' })).status).toBe(409);
  expect((await create({ name: 'Other', number: '+4930555999' })).status).toBe(404);
  const rename = (name: string) => ask(routes.changeChannel, { params: { channelId }, body: { name } });
  expect((await rename('Sales')).status).toBe(409);
  expect((await rename('SUPPORT')).status).toBe(409);
  expect((await rename('Help')).status).toBe(200);
  expect(await channelRow(channelId)).toMatchObject({ name: 'Help' });
  const { channelId: privateId } = world.member;
  const own = await ask(routes.changeChannel, { params: { channelId: privateId }, body: { name: 'Mine' } });
  expect(own.status).toBe(409);
});

test('members come, are reordered, and go', async () => {
  const { ask, admin, member, stranger } = world;
  const channelId = await newChannel('Yard');
  const third = await person(world.api, { firstName: 'Tim', accountId: admin.accountId });
  const set = (userIds: string[]) =>
    ask(routes.setChannelMembers, { params: { channelId }, body: { members: userIds.map((userId) => ({ userId })) } });
  const order = async () => ((await channelRow(channelId)).routing as { memberOrder: string[] }).memberOrder;
  expect((await set([admin.userId, member.userId])).status).toBe(200);
  expect((await set([member.userId, admin.userId])).status).toBe(200);
  expect(await order()).toEqual([member.userId, admin.userId]);
  const one = { channelId, userId: third.userId };
  await ask(routes.setChannelMember, { params: one, body: { dialedIn: false } });
  expect(await order()).toEqual([member.userId, admin.userId, third.userId]);
  expect((await set([stranger.userId])).status).toBe(404);
  expect((await ask(routes.removeChannelMember, { params: one })).status).toBe(200);
  expect((await ask(routes.removeChannelMember, { params: one })).status).toBe(404);
  const lines = (await world.audited()).filter(({ target }) => target === channelId).map(({ action }) => action);
  expect(lines).toEqual([
    'channel.created',
    'channel.memberAdded',
    'channel.memberAdded',
    'channel.memberAdded',
    'channel.memberRemoved',
  ]);
});

test('routing names nothing of another company, and says what changed', async () => {
  const { ask, stranger } = world;
  const channelId = await newChannel('Night');
  const set = (routing: object) =>
    ask(routes.setChannelRouting, { params: { channelId }, body: channelRouting.parse(routing) });
  expect((await set({ overflow: { kind: 'channel', channelId: stranger.channelId } })).status).toBe(404);
  expect((await set({ memberOrder: [stranger.userId] })).status).toBe(404);
  expect((await set({ announcementId: 'nothing' })).status).toBe(404);
  expect((await set({ waiting: { musicId: 'nothing' } })).status).toBe(404);
  // Half of a character, which PostgreSQL's JSON does not take.
  const odd = { from: '2026-12-24', until: '2026-12-26', name: 'Christ\ud800mas' };
  expect((await set({ holidays: [odd] })).status).toBe(200);
  expect((await set({})).status).toBe(200);
  const saved = await set({
    ringSeconds: 45,
    overflow: { kind: 'voicemail' },
    voicemail: { enabled: true, maxSeconds: 60 },
  });
  expect([saved.status, saved.body]).toMatchObject([200, { ringSeconds: 45, voicemail: { maxSeconds: 60 } }]);
  expect((await world.audited()).at(-1)).toMatchObject({
    action: 'channel.routingChanged',
    target: channelId,
    detail: { ringSeconds: { from: 30, to: 45 }, overflow: { to: { kind: 'voicemail' } } },
  });
});

test('the simulation of a call follows the rules of real calls', async () => {
  const { ask, member } = world;
  const week = { monday: [{ from: '09:00', until: '17:00' }] };
  const days = ['tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const hours = { ...Object.fromEntries(days.map((day) => [day, []])), ...week };
  const night = await newChannel('Night desk');
  const channelId = await newChannel('Counter', {
    extension: '66',
    members: [{ userId: member.userId }],
    routing: channelRouting.parse({ hours, ringSeconds: 20, closed: { kind: 'channel', channelId: night } }),
  });
  const call = (to: object, at: string, more = {}) =>
    ask(routes.tryRouting, { body: { to: to as { number: string }, at, ...more } });
  const open = await call({ number: '66' }, '2026-11-23T09:30:00+01:00');
  expect(open.body).toMatchObject({ localTime: '2026-11-23T09:30' });
  expect(open.body.steps).toMatchObject([
    { kind: 'channel', channelId, name: 'Counter', why: 'called' },
    { kind: 'ring', members: [{ userId: member.userId, name: 'Ulf Tester' }], seconds: 20 },
    { kind: 'end', why: 'nobodyTookIt' },
  ]);
  const closed = await call({ channelId }, '2026-11-24T09:30:00+01:00');
  expect(closed.body.steps).toMatchObject([
    { kind: 'channel', why: 'called' },
    { kind: 'closed', holiday: null },
    { kind: 'channel', name: 'Night desk', why: 'closed' },
    { kind: 'end' },
  ]);
  const unsaved = await call({ channelId }, '2026-11-24T09:30:00+01:00', { routing: channelRouting.parse({}) });
  expect(unsaved.body.steps.map(({ kind }) => kind)).toEqual(['channel', 'ring', 'end']);
  expect((await call({ number: '9999' }, '2026-11-24T09:30:00Z')).status).toBe(404);
});

test('a channel that goes gives its calls to another, or takes them along', async () => {
  const { ask, api, admin } = world;
  const [going, heir] = [await newChannel('Going', { extension: '88' }), await newChannel('Heir')];
  const sender = await newChannel('Sender', {
    routing: channelRouting.parse({
      overflow: { kind: 'channel', channelId: going },
      waiting: { mostCallers: 7, full: { kind: 'channel', channelId: going } },
    }),
  });
  await ask(routes.addNumbers, { body: { first: '+4930555088', channelId: going } });
  const event = (id: string, channelId: string, more = {}) => ({
    id,
    account_id: admin.accountId,
    channel_id: channelId,
    session_id: id,
    unresolved: true,
    state: 'MISSED',
    direction: 'INCOMING' as const,
    started_at: new Date(),
    terminated_at: new Date(),
    call_id: null,
    owner: null,
    contact_id: null,
    on_phone_number: null,
    remote_phone_number: null,
    remote_user_id: null,
    remote_name: null,
    original_channel_id: null,
    phone_id: null,
    established_at: null,
    terminated_reason: null,
    ...more,
  });
  const both = event('both', heir);
  await api.db
    .insertInto('inbox_events')
    .values([event('one', going), event('both', going), both])
    .execute();
  const said = (id: string) => ({
    id: `of-${id}`,
    account_id: admin.accountId,
    user_id: admin.userId,
    call_id: id,
    from_dialog: true,
    channel_id: going,
    doc_id: id,
    at: new Date(),
    rating: 'GOOD' as const,
    tag: null,
    reason: null,
    text: '',
  });
  await api.db
    .insertInto('call_feedback')
    .values([said('one'), said('both')])
    .execute();
  const remove = () => ask(routes.removeChannel, { params: { channelId: going }, query: { callsTo: heir } });
  const running = event('now', going, { terminated_at: null });
  await api.db.insertInto('inbox_events').values(running).execute();
  expect((await remove()).status).toBe(409);
  await api.db.deleteFrom('inbox_events').where('id', '=', 'now').execute();
  expect((await remove()).status).toBe(200);
  const kept = await api.db.selectFrom('inbox_events').select(['id', 'channel_id']).orderBy('id').execute();
  expect(kept).toEqual([
    { id: 'both', channel_id: heir },
    { id: 'one', channel_id: heir },
  ]);
  const feedback = api.db.selectFrom('call_feedback').select(['doc_id', 'channel_id']).orderBy('doc_id');
  expect(await feedback.execute()).toEqual([
    { doc_id: 'both', channel_id: heir },
    { doc_id: 'one', channel_id: heir },
  ]);
  expect((await channelRow(sender)).routing).toMatchObject({
    overflow: { kind: 'none' },
    waiting: { mostCallers: 7, full: { kind: 'none' } },
  });
  const number = await api.db.selectFrom('numbers').selectAll().where('e164', '=', '+4930555088').executeTakeFirst();
  expect(number).toMatchObject({ channel_id: null, account_id: admin.accountId });
  await ask(routes.removeChannel, { params: { channelId: heir }, query: {} });
  expect(await api.db.selectFrom('inbox_events').select('id').execute()).toEqual([]);
  expect(await feedback.execute()).toEqual([]);
});

test('a block of numbers is added as a whole, and no number belongs to two companies', async () => {
  const { ask, stranger, api } = world;
  const add = (first: string, last: string | null, who = world.admin) =>
    ask(routes.addNumbers, { body: { first, last } }, who);
  const { body } = await add('+493055560', '+493055569');
  expect(body.added).toHaveLength(10);
  expect((await add('+493055560', '+493055569')).body.added).toEqual([]);
  expect((await add('+493055560', '+493055571')).status).toBe(200);
  // An account that could add a number would get the calls that others make to it.
  for (const number of ['+493055565', '+4930901999']) {
    expect(await add(number, null, stranger)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  }
  const commandLine = { accountId: stranger.accountId, userId: null, address: null };
  const give = (first: string) => addNumbers(api.db, commandLine, newNumbers.parse({ first }));
  expect(await give('+4930901999')).toEqual({ added: ['+4930901999'], kept: [] });
  await expect(give('+493055565')).rejects.toMatchObject({ code: 'CONFLICT' });
  expect((await add('+493055569', '+493055560')).status).toBe(400);
  expect((await add('+4930555600', '+4930565600')).status).toBe(400);
  expect((await add('+49000000', null)).body).toMatchObject({ issues: [{ path: 'first' }] });
  expect((await add('+493055569', '+493055560')).body).toMatchObject({ issues: [{ path: 'last' }] });
});

test('the administrator of another company gets no number of somebody else, and none that nobody has, in any way', async () => {
  const { ask, admin, stranger, api } = world;
  await ask(routes.addNumbers, { body: { first: '+4930555040', channelId: admin.channelId } });
  const numbers = () => api.db.selectFrom('numbers').selectAll().orderBy('e164').execute();
  const before = await numbers();
  for (const number of ['+4930555040', '+4930555041']) {
    const params = { number };
    const person = { firstName: 'No', lastName: 'One', email: 'no@eve.example', number };
    const { channelId } = stranger;
    const replies = [
      await ask(routes.addNumbers, { body: { first: number, channelId } }, stranger),
      await ask(routes.changeNumber, { params, body: { channelId } }, stranger),
      await ask(routes.createChannel, { body: { name: `Line ${number}`, number } }, stranger),
      await ask(routes.createUser, { body: person }, stranger),
      await ask(routes.removeNumber, { params }, stranger),
    ];
    expect([number, replies.map(({ status }) => status)]).toEqual([number, [403, 404, 404, 404, 404]]);
  }
  expect(await numbers()).toEqual(before);
  expect(await directory(api.db).channelByNumber('+4930555040')).toMatchObject({ channelId: admin.channelId });
  expect(await directory(api.db).channelByNumber('+4930555041')).toBeNull();
});

test('a German block has its switchboard and its range, blocks may overlap, and an invalid one is refused with the reason', async () => {
  const { ask, stranger, api } = world;
  const add = (first: string, last: string | null) => ask(routes.addNumbers, { body: { first, last } });
  const { body } = await add('+4940669690', '+49406696999');
  expect(body.added).toHaveLength(101);
  expect([body.added[0], body.added[1], body.added.at(-1)]).toEqual(['+4940669690', '+49406696900', '+49406696999']);
  expect(body.kept).toEqual([]);
  const there = await api.db.selectFrom('numbers').select('e164').where('e164', 'like', '+494066969%').execute();
  expect(there).toHaveLength(101);

  const overlapping = await add('+49406696990', '+49406697009');
  expect([overlapping.body.added.length, overlapping.body.kept.length]).toEqual([10, 10]);
  expect((await add('+4940669690', null)).body).toEqual({ added: [], kept: ['+4940669690'] });
  expect((await add('+494066968000', '+494066968999')).body.added).toHaveLength(1000);

  const why = async (first: string, last: string) => (await add(first, last)).body;
  const refused = (message: string) => ({ code: 'VALIDATION_FAILED', issues: [{ path: 'last', message }] });
  expect(await why('+4940669691', '+49406696999')).toMatchObject(refused('lengths'));
  expect(await why('+4940669690', '+49406697099')).toMatchObject(refused('heads'));
  expect(await why('+4940669690000', '+4940669691000')).toMatchObject(refused('tooMany'));

  const commandLine = { accountId: stranger.accountId, userId: null, address: null };
  await addNumbers(api.db, commandLine, newNumbers.parse({ first: '+49406695955' }));
  expect(await why('+4940669590', '+49406695999')).toMatchObject({
    code: 'CONFLICT',
    issues: [{ path: 'first', message: 'foreign' }],
  });
});

test('a number moves to another channel and is no direct dial of the old one', async () => {
  const { ask } = world;
  await ask(routes.addNumbers, { body: { first: '+4930555030' } });
  const from = await newChannel('From', { number: '+4930555030' });
  const to = await newChannel('To');
  const params = { number: '+4930555030' };
  expect((await channelRow(from)).direct_dial).toBe('+4930555030');
  await ask(routes.changeNumber, { params, body: { channelId: to, label: 'Main' } });
  expect((await channelRow(from)).direct_dial).toBeNull();
  const dial = (channelId: string) =>
    ask(routes.changeChannel, { params: { channelId }, body: { directDial: '+4930555030' } });
  expect((await dial(from)).status).toBe(409);
  expect((await dial(to)).status).toBe(200);
  const seen = client.watch<{ id: string; rev: number }>('adminNumbers');
  await eventually(() =>
    expect(seen.rows).toContainEqual(
      expect.objectContaining({ id: '+4930555030', label: 'Main', channelName: 'To', isDirectDial: true }),
    ),
  );
  await ask(routes.removeNumber, { params });
  await eventually(() => expect(seen.rows?.map(({ id }) => id)).not.toContain('+4930555030'));
});

test('an extension is given once, taken away, and never one that calls for help', async () => {
  const { ask } = world;
  const [one, two] = [await newChannel('One'), await newChannel('Two')];
  const set = (extension: string, channelId: string) =>
    ask(routes.setExtension, { params: { extension }, body: { channelId } });
  expect((await set('501', one)).status).toBe(200);
  expect((await set('501', one)).status).toBe(200);
  expect((await set('501', two)).status).toBe(409);
  expect((await set('112', one)).status).toBe(409);
  expect((await ask(routes.removeExtension, { params: { extension: '501' } })).status).toBe(200);
  expect((await set('501', two)).status).toBe(200);
});
