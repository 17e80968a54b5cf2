import type { ChannelRow } from '@sidetone/contract/documents/queries.ts';
import type { ChannelSetting } from '@sidetone/contract/entities/channel-setting.ts';
import type { MemberInfo } from '@sidetone/contract/entities/member-info.ts';
import type { Route, RouteRequest } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { liveClient } from '../../testing/live-client.ts';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';

let api: TestApi;
let anna: Awaited<ReturnType<typeof member>>;
let ben: typeof anna;
let admin: typeof anna;
let stranger: typeof anna;
const channelId = 'cqueue';

const member = async (firstName: string, more: { accountId?: string; admin?: boolean } = {}) => {
  const made = await person(api, { firstName, ...more });
  const { access_token } = await signInAs(api.url, made.email);
  const ask = <R extends Route>(route: R, request: RouteRequest<R>) => callRoute(api.url, access_token, route, request);
  return { ...made, ask, live: liveClient(api.url, () => access_token) };
};
const endpoint = async (
  id: string,
  { userId, accountId }: { userId: string; accountId: string },
  kind: 'app' | 'phone',
) =>
  await api.db
    .insertInto('endpoints')
    .values({
      id,
      account_id: accountId,
      user_id: userId,
      kind,
      alias: kind,
      sip_username: id,
      password_sealed: Buffer.alloc(1),
    })
    .execute();
const registered = async (endpointId: string, userId: string, userAgent: string) =>
  await api.db
    .insertInto('registrations')
    .values({
      id: endpointId,
      endpoint_id: endpointId,
      user_id: userId,
      contact_uri: 'sip:x',
      transport: 'udp' as const,
      remote_address: '127.0.0.1',
      remote_port: 5060,
      instance_id: null,
      reg_id: null,
      call_id: 'r',
      cseq: 1,
      user_agent: userAgent,
      node: 'test',
      epoch: 1,
      expires_at: new Date(Date.now() + 600_000),
    })
    .execute();
const eventually = (check: () => void) => vi.waitFor(check, 10_000);

beforeAll(async () => {
  api = await testApi();
  anna = await member('Anna');
  ben = await member('Ben', { accountId: anna.accountId });
  admin = await member('Adam', { accountId: anna.accountId, admin: true });
  stranger = await member('Cora', { admin: true });
  const { accountId } = anna;
  await api.db
    .insertInto('channels')
    .values({ id: channelId, account_id: accountId, type: 'acd', name: 'Sales', follow_up_time: 10 })
    .execute();
  for (const { userId } of [anna, ben]) {
    await api.db.insertInto('channel_members').values({ channel_id: channelId, user_id: userId }).execute();
  }
  await api.db
    .insertInto('numbers')
    .values([
      { e164: '+49405550120', account_id: accountId, channel_id: channelId, label: 'Sales, switchboard' },
      { e164: '+49405550141', account_id: accountId, channel_id: anna.channelId, label: null },
      { e164: '+49405550142', account_id: accountId, channel_id: ben.channelId, label: null },
    ])
    .execute();
  await endpoint('eanna', anna, 'app');
  await endpoint('panna', anna, 'phone');
  await endpoint('eben', ben, 'app');
  await registered('eanna', anna.userId, 'JsSIP 3');
});
afterAll(async () => {
  for (const { live } of [anna, ben, admin, stranger]) await live.close();
  await api.stop();
});

const dialIn = (who: typeof anna, dialedIn: boolean, webUserId = who.userId) =>
  who.ask(routes.setDialedIn, { params: { channelId, webUserId }, body: { dialedIn } });
const devices = (who: typeof anna, deviceIds: string[], webUserId = who.userId) =>
  who.ask(routes.setAgentDevices, { params: { channelId, webUserId }, body: { deviceIds } });
const choose = (who: typeof anna, selectedPhoneNumber: string | null, id = channelId) =>
  who.ask(routes.updateChannelSettings, { params: { channelId: id }, body: { selectedPhoneNumber } });

test('logging in to a queue and out of it is seen by every member, and ends do-not-disturb before', async () => {
  const infos = ben.live.watch<MemberInfo & { id: string; rev: number }>('memberInfos', { channelId });
  const channels = ben.live.watch<ChannelRow>('channels');
  const annas = () => infos.rows?.find(({ id }) => id === anna.userId);
  const inRow = () => channels.rows?.find(({ id }) => id === channelId)?.members.find(({ id }) => id === anna.userId);
  await eventually(() => expect(annas()).toMatchObject({ dialedIn: true, status: 'ONLINE' }));
  const one = ben.live.watch<MemberInfo & { id: string; rev: number }>('memberInfos', {
    channelId,
    webuserId: ben.userId,
  });
  await eventually(() => expect(one.rows?.map(({ id }) => id)).toEqual([ben.userId]));
  expect((await dialIn(anna, false)).body).toEqual({ dialedIn: false });
  await eventually(() => expect(annas()).toMatchObject({ dialedIn: false, status: 'PERSONALLY_NOT_AVAILABLE' }));
  await eventually(() => expect(inRow()).toMatchObject({ dialedIn: false, status: 'PERSONALLY_NOT_AVAILABLE' }));
  const loggedOut = annas()?.dialedSince ?? '';
  expect(Math.abs(Date.parse(loggedOut) - Date.now())).toBeLessThan(60_000);
  expect((await anna.ask(routes.activateDnd, {})).body).toEqual({ isDnd: true });
  await eventually(() => expect(annas()?.status).toBe('DND'));
  expect((await dialIn(anna, true)).status).toBe(200);
  await eventually(() => expect(annas()).toMatchObject({ dialedIn: true, status: 'ONLINE' }));
  const { is_dnd } = await api.db
    .selectFrom('users')
    .select('is_dnd')
    .where('id', '=', anna.userId)
    .executeTakeFirstOrThrow();
  expect(is_dnd).toBe(false);
});

test('members see what their channel is dialled by, as soon as that changes, and others nothing of it', async () => {
  const rowOf = (rows: readonly ChannelRow[] | undefined) => rows?.find(({ id }) => id === channelId);
  const bens = ben.live.watch<ChannelRow>('channels');
  const strangers = stranger.live.watch<ChannelRow>('channels');
  await eventually(() => expect(rowOf(bens.rows)?.extension).toBeNull());
  await api.db
    .insertInto('extensions')
    .values({ account_id: anna.accountId, extension: '777', channel_id: channelId })
    .execute();
  await eventually(() => expect(rowOf(bens.rows)?.extension).toBe('777'));
  await eventually(() => expect(strangers.rows?.map(({ id }) => id)).toEqual([stranger.channelId]));
});

test('only the person themselves may log in or choose their devices', async () => {
  expect((await dialIn(ben, false, anna.userId)).status).toBe(403);
  expect((await devices(ben, [], anna.userId)).status).toBe(403);
  expect((await dialIn(ben, false, stranger.userId)).status).toBe(404);
  for (const other of [admin, stranger]) {
    const asked = [dialIn(other, true), dialIn(other, false, anna.userId), devices(other, []), choose(other, null)];
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  }
});

test('a channel rings the devices that its member chose, and each new one of who chose all', async () => {
  const queues = async (who = ben) => (await who.ask(routes.acds, {})).body.items;
  const ofAnna = async () => (await queues())[0]?.users.find(({ id }) => id === anna.userId)?.deviceIds;
  expect(await ofAnna()).toEqual(['eanna', 'panna']);
  expect((await devices(anna, ['panna'])).body).toEqual({ id: anna.userId, deviceIds: ['panna'] });
  expect(await ofAnna()).toEqual(['panna']);
  const settings = anna.live.watch<ChannelSetting & { rev: number }>('channelSettings');
  const ofQueue = () => settings.rows?.find(({ id }) => id === channelId);
  await eventually(() => expect(ofQueue()).toMatchObject({ isAppExtensionActive: false }));
  expect(ofQueue()?.devices.map(({ id, rings, online }) => [id, rings, online])).toEqual([
    ['eanna', false, true],
    ['panna', true, false],
  ]);
  expect((await devices(anna, ['eben'])).status).toBe(404);
  await devices(anna, ['panna', 'eanna']);
  await eventually(() => expect(ofQueue()?.isAppExtensionActive).toBe(true));
  await endpoint('pnew', anna, 'phone');
  expect(await ofAnna()).toEqual(['eanna', 'panna', 'pnew']);
  expect([(await queues(admin)).length, (await queues(stranger)).length]).toEqual([0, 0]);
});

test('the sender of a channel is one of its numbers, the own direct dial, or withheld', async () => {
  const settings = anna.live.watch<ChannelSetting & { rev: number }>('channelSettings');
  const ofQueue = () => settings.rows?.find(({ id }) => id === channelId);
  await eventually(() =>
    expect(ofQueue()?.numbers.map(({ phoneNumber }) => phoneNumber)).toEqual(['+49405550120', '+49405550141']),
  );
  expect(ofQueue()).toMatchObject({ selectedPhoneNumber: null, defaultNumber: '+49405550120' });
  for (const sender of ['+49405550141', 'anonymous', 'suppressed', '+49405550120']) {
    expect((await choose(anna, sender)).body).toMatchObject({ selectedPhoneNumber: sender });
    await eventually(() => expect(ofQueue()?.selectedPhoneNumber).toBe(sender));
  }
  const refused = await choose(anna, '+49405550142');
  expect([refused.status, refused.body]).toMatchObject([400, { code: 'INVALID_NUMBER' }]);
  expect((await choose(anna, '+4930901820')).status).toBe(400);
  expect((await choose(anna, 'nobody')).status).toBe(400);
  await api.db.updateTable('numbers').set({ channel_id: null }).where('e164', '=', '+49405550120').execute();
  await eventually(() => expect(ofQueue()?.selectedPhoneNumber).toBeNull());
  await api.db.updateTable('numbers').set({ channel_id: channelId }).where('e164', '=', '+49405550120').execute();
  await eventually(() => expect(ofQueue()?.selectedPhoneNumber).toBe('+49405550120'));
  const bens = (await ben.ask(routes.phoneNumbers, {})).body;
  expect(bens.map(({ phoneNumber, label }) => [phoneNumber, label])).toEqual([
    ['+49405550120', 'Sales, switchboard'],
    ['+49405550142', null],
  ]);
  expect((await stranger.ask(routes.phoneNumbers, {})).body).toEqual([]);
});

test('nobody but members watches who is in a channel', async () => {
  for (const other of [admin, stranger]) {
    const infos = other.live.watch('memberInfos', { channelId });
    await eventually(() => expect(infos.error).toBe('NOT_FOUND'));
  }
});

test('a person is shown as what they are doing', async () => {
  const people = ben.live.watch<{ id: string; rev: number; neoPbxStatus: string }>('webusers');
  const shows = (status: string, userId = anna.userId) =>
    eventually(() => expect(people.rows?.find(({ id }) => id === userId)?.neoPbxStatus).toBe(status));
  await shows('ONLINE');
  await registered('eben', ben.userId, 'Sidetone (iPhone; iOS 26)');
  await shows('ONLINE_MOBILE_ONLY', ben.userId);
  const soon = new Date(Date.now() + 60_000);
  await api.db.insertInto('agents').values({ user_id: anna.userId, follow_up_until: soon }).execute();
  await shows('FOLLOW_UP');
  await anna.ask(routes.activateDnd, {});
  await shows('DND');
  await api.db
    .insertInto('agent_claims')
    .values({ user_id: anna.userId, call_id: crypto.randomUUID(), channel_id: channelId, node: 'test', epoch: 1 })
    .execute();
  await shows('BUSY');
  // The server that claimed them died before the call came to be.
  await api.db
    .updateTable('agent_claims')
    .set({ claimed_at: new Date(Date.now() - 20_000) } as never)
    .execute();
  await shows('DND');
  await api.db.deleteFrom('agent_claims').execute();
  expect((await anna.ask(routes.deactivateDnd, {})).body).toEqual({ isDnd: false });
  await api.db.deleteFrom('agents').execute();
  await shows('ONLINE');
  const own = { channelId: anna.channelId, webUserId: anna.userId };
  await anna.ask(routes.setDialedIn, { params: own, body: { dialedIn: false } });
  await shows('PERSONALLY_NOT_AVAILABLE');
  await anna.ask(routes.setDialedIn, { params: own, body: { dialedIn: true } });
  await shows('ONLINE');
  await api.db.updateTable('registrations').set({ suspect: true }).where('id', '=', 'eanna').execute();
  await shows('OFFLINE');
});

test('phones of the classic generation that have not said yet where they are leave their user unknown', async () => {
  const cleo = await member('Cleo');
  await api.db
    .updateTable('accounts')
    .set({ flags: JSON.stringify({ hasNeoPbx: false }) })
    .where('id', '=', cleo.accountId)
    .execute();
  await api.db.insertInto('client_lines').values({ user_id: cleo.userId, node: 'test' }).execute();
  await phone(cleo, 'sp1');
  const people = cleo.live.watch<{ id: string; rev: number; neoPbxStatus: string }>('webusers');
  const shows = (status: string) => eventually(() => expect(people.rows?.[0]?.neoPbxStatus).toBe(status));
  for (const [state, status] of [
    ['REGISTER', 'UNKNOWN'],
    ['REGISTER_SUCCESS', 'ONLINE'],
    ['REGISTER_FAILED', 'OFFLINE'],
  ] as const) {
    await api.db.updateTable('phones').set({ state }).where('id', '=', 'sp1').execute();
    await shows(status);
  }
  await cleo.live.close();
});

const phone = (who: typeof anna, id: string) =>
  api.db
    .insertInto('phones')
    .values({
      id,
      account_id: who.accountId,
      user_id: who.userId,
      name: 'Desk',
      username: id,
      auth_username: null,
      password_sealed: Buffer.alloc(1),
      registrar: 'sip.example',
      outbound_proxy: null,
      failure: null,
      caller_id: null,
      phone_numbers: JSON.stringify([{ phoneNumber: '+49405550199', label: 'Desk' }]),
    })
    .execute();

test('a phone shows a valid number that is nobody else’s direct dial, and the channel leaves by that phone', async () => {
  await phone(anna, 'sp2');
  const set = (who: typeof anna, callerId: string | null, inChannel?: string) =>
    who.ask(routes.setPhoneCallerId, {
      params: { id: 'sp2' },
      body: { callerId, ...(inChannel !== undefined && { channelId: inChannel }) },
    });
  for (const [asked, kept] of [
    ['+49405550199', '+49405550199'],
    ['040 5550120', '+49405550120'],
    ['+49405550141', '+49405550141'],
    ['anonymous', 'anonymous'],
    ['suppressed', 'suppressed'],
    [null, null],
  ] as const) {
    expect((await set(anna, asked)).body).toEqual({ callerId: kept });
  }
  for (const [asked, code] of [
    ['12', 'INVALID_NUMBER'],
    ['+49 40 66', 'INVALID_NUMBER'],
    ['Anna', 'INVALID_NUMBER'],
    ['+49405550142', 'DIRECT_DIAL'],
  ] as const) {
    expect((await set(anna, asked)).body).toMatchObject({ code });
  }
  for (const other of [ben, admin, stranger]) expect((await set(other, null)).status).toBe(404);
  expect((await set(anna, '+49405550120', 'nowhere')).status).toBe(404);
  expect((await set(anna, '+49405550120', ben.channelId)).status).toBe(404);
  expect((await set(anna, '+49405550120', channelId)).status).toBe(200);
  const settings = anna.live.watch<ChannelSetting & { rev: number }>('channelSettings');
  await eventually(() => expect(settings.rows?.find(({ id }) => id === channelId)?.selectedPhoneId).toBe('sp2'));
  const chooseHers = (who: typeof anna) =>
    who.ask(routes.updateChannelSettings, { params: { channelId }, body: { selectedPhoneId: 'sp2' } });
  expect([(await chooseHers(ben)).status, (await chooseHers(anna)).status]).toEqual([404, 200]);
});

test('SPHONE-019: the line of a colleague’s phone is their direct dial; one that several phones have is the company’s', async () => {
  const line = '+49405550177';
  const lineOf = (id: string) =>
    api.db
      .updateTable('phones')
      .set({ phone_numbers: JSON.stringify([{ phoneNumber: line, label: 'Desk' }]) })
      .where('id', '=', id)
      .execute();
  const set = () => anna.ask(routes.setPhoneCallerId, { params: { id: 'sp2' }, body: { callerId: line } });
  await phone(ben, 'sp-of-ben');
  await lineOf('sp-of-ben');
  expect((await set()).body).toMatchObject({ code: 'DIRECT_DIAL' });
  await phone(admin, 'sp-of-admin');
  await lineOf('sp-of-admin');
  expect((await set()).body).toEqual({ callerId: line });
  await api.db.deleteFrom('phones').where('id', 'in', ['sp-of-ben', 'sp-of-admin']).execute();
});

test('synchronising reads the asker’s own data again', async () => {
  const phones = anna.live.watch<{ id: string; rev: number }>('phones');
  await eventually(() => expect(phones.rows).toHaveLength(1));
  const before = phones.rows?.[0]?.rev ?? 0;
  expect((await anna.ask(routes.syncPhones, {})).body).toEqual({ phones: 1, channels: 2, phoneNumbers: 2 });
  await eventually(() => expect(phones.rows?.[0]?.rev).toBeGreaterThan(before));
  expect((await stranger.ask(routes.syncPhones, {})).body).toEqual({ phones: 0, channels: 1, phoneNumbers: 0 });
});

test('synchronising tells what a phone that is switched off really is, and leaves the others to their registrar', async () => {
  const stateAfter = async (change: { state: string; is_disconnected_by_user: boolean }) => {
    await api.db.updateTable('phones').set(change).where('id', '=', 'sp2').execute();
    await anna.ask(routes.syncPhones, {});
    const phone = await api.db.selectFrom('phones').select('state').where('id', '=', 'sp2').executeTakeFirst();
    return phone?.state;
  };
  for (const state of ['UNKNOWN', 'REGISTER', 'REGISTER_SUCCESS']) {
    expect(await stateAfter({ state, is_disconnected_by_user: true })).toBe('UNREGISTER_SUCCESS');
    expect(await stateAfter({ state, is_disconnected_by_user: false })).toBe(state);
  }
  // What a registrar said of the parting stays said.
  const parted = { state: 'UNREGISTER_FAILED', is_disconnected_by_user: true };
  expect(await stateAfter(parted)).toBe('UNREGISTER_FAILED');
});

test('the owner of a line switches its voicemail, and nobody else', async () => {
  const settings = anna.live.watch<ChannelSetting & { rev: number }>('channelSettings');
  const line = () => settings.rows?.find(({ id }) => id === anna.channelId)?.voicemail;
  await eventually(() => expect(line()).toEqual({ enabled: false, ringSeconds: 30, sentElsewhere: false }));
  expect(settings.rows?.find(({ id }) => id === channelId)?.voicemail).toBeNull();
  const set = (who: typeof anna, body: object, of = anna.channelId) =>
    who.ask(routes.setLineVoicemail, { params: { channelId: of }, body });
  expect((await set(anna, { enabled: true })).body).toEqual({ enabled: true, ringSeconds: 25, sentElsewhere: false });
  await eventually(() => expect(line()).toMatchObject({ enabled: true, ringSeconds: 25 }));
  expect((await set(anna, { ringSeconds: 40 })).body).toMatchObject({ enabled: true, ringSeconds: 40 });
  for (const refused of [{}, { ringSeconds: 1 }, { ringSeconds: 12.5 }]) {
    expect((await set(anna, refused)).body).toMatchObject({ code: 'VALIDATION_FAILED' });
  }
  for (const other of [ben, admin, stranger]) expect((await set(other, { enabled: false })).status).toBe(404);
  expect((await set(anna, { enabled: true }, channelId)).body).toMatchObject({ code: 'FORBIDDEN' });
  const { routing, ring_seconds } = await api.db
    .selectFrom('channels')
    .select(['routing', 'ring_seconds'])
    .where('id', '=', anna.channelId)
    .executeTakeFirstOrThrow();
  expect(routing).toMatchObject({ overflow: { kind: 'voicemail' }, voicemail: { enabled: true } });
  expect(ring_seconds).toBe(40);
  await api.db
    .updateTable('channels')
    .set({ routing: JSON.stringify({ ...routing, overflow: { kind: 'channel', channelId } }) })
    .where('id', '=', anna.channelId)
    .execute();
  expect((await set(anna, { enabled: true })).body).toMatchObject({ code: 'CONFLICT' });
  await eventually(() => expect(line()).toMatchObject({ enabled: false, sentElsewhere: true }));
});
