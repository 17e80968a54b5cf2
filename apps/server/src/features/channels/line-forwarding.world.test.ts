import type { ChannelSetting } from '@sidetone/contract/entities/channel-setting.ts';
import type { ForwardWhen } from '@sidetone/contract/entities/line-forwarding.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { liveClient } from '../../testing/live-client.ts';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { phoneFeatureDesk } from './phone-features.ts';

let api: TestApi;
let anna: Awaited<ReturnType<typeof someone>>;
let ben: typeof anna;
let stranger: typeof anna;
const someone = async (firstName: string, more: { accountId?: string; admin?: boolean } = {}) => {
  const made = await person(api, { firstName, ...more });
  const { access_token: token } = await signInAs(api.url, made.email);
  return { ...made, token, live: liveClient(api.url, () => token) };
};
beforeAll(async () => {
  api = await testApi();
  anna = await someone('Anna');
  ben = await someone('Ben', { accountId: anna.accountId, admin: true });
  stranger = await someone('Cora', { admin: true });
});
afterAll(async () => {
  for (const { live } of [anna, ben, stranger]) live.close();
  await api.stop();
});

const set = (body: object, who = anna, channelId = anna.channelId) =>
  callRoute(api.url, who.token, routes.setLineForwarding, { params: { channelId }, body: body as { isOn: boolean } });
const rule = (when: string, to: object) => ({ when, to });
const toColleague = (userId: string) => ({ kind: 'colleague', userId });
const toNumber = (number: string) => ({ kind: 'number', number });
const refused = (message: string, at = 0) => ({
  status: 400,
  body: { code: 'VALIDATION_FAILED', issues: [{ path: `rules.${at}.to`, message }] },
});

test('a user says where the calls of their line go; it is shown live, and in the audit log', async () => {
  const settings = anna.live.watch<ChannelSetting & { rev: number }>('channelSettings');
  const shown = () => settings.rows?.find(({ id }) => id === anna.channelId)?.forwarding;
  await vi.waitFor(
    () => expect(shown()).toEqual({ isOn: false, ringSeconds: 20, rules: [], mobiles: [], revision: 0 }),
    10_000,
  );
  const rules = [
    { ...rule('always', { kind: 'voicemail' }), times: { days: ['friday'], from: '18:00', until: '08:00' } },
    { ...rule('busy', toColleague(ben.userId)), callers: { kind: 'numbers', numbers: ['+4940111'] } },
  ];
  const saved = {
    isOn: true,
    ringSeconds: 20,
    mobiles: [],
    rules: [
      { ...rules[0], callers: { kind: 'all' }, isOn: true },
      { ...rules[1], times: null, isOn: true },
    ],
    revision: 1,
  };
  expect(await set({ isOn: true, rules })).toEqual({ status: 200, body: saved });
  await vi.waitFor(() => expect(shown()).toEqual(saved), 10_000);
  // What is left out stays.
  expect((await set({ isOn: false })).body).toEqual({ ...saved, isOn: false });
  expect((await set({ isOn: false })).status).toBe(200);
  await vi.waitFor(() => expect(shown()).toMatchObject({ isOn: false, rules: [{}, {}] }), 10_000);
  const lines = await api.db
    .selectFrom('audit_log')
    .select(['actor_user_id', 'target', 'detail'])
    .where('action', '=', 'channel.forwardingChanged')
    .orderBy('id')
    .execute();
  expect(lines).toMatchObject([
    { actor_user_id: anna.userId, target: anna.channelId, detail: { forwarding: { to: { isOn: true } } } },
    { detail: { forwarding: { from: { isOn: true }, to: { isOn: false } } } },
  ]);
  settings.stop();
});

test('rules replace only those from which they were made, and the switch is nothing of them', async () => {
  const first = (await set({ rules: [rule('busy', { kind: 'voicemail' })], ringSeconds: 25 })).body;
  const { revision } = first as { revision: number };
  expect((await set({ isOn: true })).body).toMatchObject({ isOn: true, revision });
  expect((await set({ ringSeconds: 30, revision })).body).toMatchObject({ ringSeconds: 30, revision: revision + 1 });
  // As another tab has it that did not see this.
  expect(await set({ rules: [], revision })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect((await set({ rules: [], ringSeconds: 20, isOn: false, revision: revision + 1 })).status).toBe(200);
  expect((await set({ revision: revision + 2 })).status).toBe(400);
});

test('what the channel keeps makes the row newer for a connection that comes later, too', async () => {
  /** The row as a new connection gets it. */
  const read = async () => {
    const settings = anna.live.watch<ChannelSetting & { rev: number }>('channelSettings');
    const row = () => settings.rows?.find(({ id }) => id === anna.channelId);
    await vi.waitFor(() => expect(row()).toBeDefined(), 10_000);
    settings.stop();
    return row();
  };
  const before = await read();
  await set({ isOn: true, rules: [rule('busy', { kind: 'voicemail' })] });
  const forwarded = await read();
  expect(forwarded?.forwarding).toMatchObject({ isOn: true, rules: [{ when: 'busy' }] });
  expect(forwarded?.rev).toBeGreaterThan(before?.rev ?? 0);
  await callRoute(api.url, anna.token, routes.setLineVoicemail, {
    params: { channelId: anna.channelId },
    body: { enabled: true, ringSeconds: 40 },
  });
  const changed = await read();
  expect(changed?.voicemail).toMatchObject({ enabled: true, ringSeconds: 40 });
  expect(changed?.rev).toBeGreaterThan(forwarded?.rev ?? 0);
});

test('nobody else changes it here, and nobody that of a shared channel', async () => {
  for (const other of [ben, stranger]) expect((await set({ isOn: true }, other)).status).toBe(404);
  await api.db
    .insertInto('channels')
    .values({ id: 'cqueue', account_id: anna.accountId, type: 'acd', name: 'Sales', follow_up_time: 10 })
    .execute();
  await api.db.insertInto('channel_members').values({ channel_id: 'cqueue', user_id: anna.userId }).execute();
  expect((await set({ isOn: true }, anna, 'cqueue')).body).toMatchObject({ code: 'FORBIDDEN' });
});

test('a target that no call could come to is refused where it is named, and nothing is saved', async () => {
  const before = (await set({ rules: [] })).body;
  expect(await set({ rules: [rule('busy', toColleague(anna.userId))] })).toMatchObject(refused('itself'));
  for (const gone of ['wnobody', stranger.userId]) {
    const rules = [rule('busy', { kind: 'voicemail' }), rule('busy', toColleague(gone))];
    expect(await set({ rules })).toMatchObject(refused('gone', 1));
  }
  expect(await set({ rules: [rule('always', toNumber('+493012345678'))] })).toMatchObject(refused('noTrunk'));
  expect(await set({ rules: [rule('always', toNumber('+33142685300'))] })).toMatchObject(refused('barred'));
  await api.db.insertInto('numbers').values({ e164: '+4930555701', account_id: stranger.accountId }).execute();
  expect(await set({ rules: [rule('always', toNumber('+4930555701'))] })).toMatchObject(refused('ownNumber'));
  expect((await set({ isOn: false })).body).toEqual({ ...before, isOn: false });
});

test('a colleague who has left meanwhile keeps nobody from changing the other rules', async () => {
  const cleo = await person(api, { firstName: 'Cleo', accountId: anna.accountId });
  const rules = [rule('busy', toColleague(cleo.userId))];
  expect((await set({ rules })).status).toBe(200);
  await api.db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', cleo.userId).execute();
  expect((await set({ rules: [...rules, rule('noAnswer', { kind: 'voicemail' })] })).status).toBe(200);
  expect(await set({ rules: [rule('busy', { kind: 'voicemail' })] })).toMatchObject({ status: 200 });
  expect(await set({ rules })).toMatchObject(refused('gone'));
});

test('mobiles that ring along are kept beside the rules, and one that must not be called is refused where it is entered', async () => {
  const mobile = { isOn: true, number: '+491701234567', afterSeconds: 5, times: null, inShared: true };
  const times = { days: ['saturday' as const], from: '09:00', until: '12:00' };
  const second = { ...mobile, number: '+491701234568', times };
  const wrong = (at: number, message: string) => ({
    status: 400,
    body: { issues: [{ path: `mobiles.${at}.number`, message }] },
  });
  expect(await set({ mobiles: [mobile] })).toMatchObject(wrong(0, 'noTrunk'));
  for (const bad of [{ number: '112' }, { afterSeconds: 61 }, { afterSeconds: -1 }, { inShared: 'all' }]) {
    expect((await set({ mobiles: [{ ...mobile, ...bad } as never] })).status).toBe(400);
  }
  await api.db
    .insertInto('trunks')
    .values({
      id: 'tmobile',
      account_id: anna.accountId,
      name: 'North',
      kind: 'address',
      host: 'sip.example',
      transport: 'udp',
      state: 'reachable',
    })
    .execute();
  expect(await set({ mobiles: [mobile] })).toMatchObject({ status: 200, body: { mobiles: [mobile] } });
  // Only what is new is asked about.
  const barred = { ...second, number: '+49900123456' };
  expect(await set({ mobiles: [mobile, barred] })).toMatchObject(wrong(1, 'barred'));
  expect(await set({ mobiles: [mobile, second] })).toMatchObject({ status: 200, body: { mobiles: [mobile, second] } });
  expect((await set({ isOn: false })).body).toMatchObject({ mobiles: [mobile, second] });
  expect(await set({ mobiles: [mobile] }, ben)).toMatchObject({ status: 404 });
  expect((await set({ mobiles: [] })).body).toMatchObject({ mobiles: [] });
});

test('keys of a desk phone do what the app does: the same rules, limits and audit lines, shown live', async () => {
  const desk = phoneFeatureDesk(api.db);
  const by = { accountId: anna.accountId, userId: anna.userId, address: '10.0.0.7' };
  const shown = async () => (await desk.of([anna.userId, 'wnobody'])).get(anna.userId);
  await set({ isOn: false, rules: [], ringSeconds: 20 });
  const channel = (
    await api.db.selectFrom('extensions').select('extension').where('channel_id', '=', ben.channelId).execute()
  )[0];
  const extension = channel?.extension ?? '77';
  if (channel === undefined) {
    await api.db
      .insertInto('extensions')
      .values({ account_id: anna.accountId, extension, channel_id: ben.channelId })
      .execute();
  }
  const forward = (feature: ForwardWhen, to: string | null, isOn = true, ringSeconds: number | null = null) =>
    desk.change(by, { feature, isOn, to, ringSeconds });
  expect(await desk.change(by, { feature: 'doNotDisturb', isOn: true })).toBe('done');
  expect(await forward('noAnswer', `sip:${extension}@server.example`, true, 30)).toBe('done');
  expect(await forward('busy', '*97')).toBe('done');
  expect(await shown()).toEqual({
    lineId: anna.channelId,
    isDnd: true,
    ringSeconds: 30,
    forwards: {
      always: { isOn: false, to: '' },
      busy: { isOn: true, to: '*97' },
      noAnswer: { isOn: true, to: extension },
      unreachable: { isOn: false, to: '' },
    },
  });
  // Keys are refused what the app is refused: the line itself, a barred country, an emergency number, no number, and no target.
  const own = await api.db
    .selectFrom('extensions')
    .select('extension')
    .where('channel_id', '=', anna.channelId)
    .execute();
  for (const to of ['0033142685300', '112', '9', '*43', 'sip:@', null, ...own.map(({ extension: one }) => one)]) {
    expect([to, await forward('always', to)]).toEqual([to, 'refused']);
  }
  expect((await shown())?.forwards.always).toEqual({ isOn: false, to: '' });
  expect(await forward('busy', null, false)).toBe('done');
  expect((await shown())?.forwards.busy).toEqual({ isOn: false, to: '*97' });
  const { body } = await set({ isOn: false });
  expect(body).toMatchObject({
    rules: [
      { when: 'noAnswer', isOn: true },
      { when: 'busy', isOn: false },
    ],
  });
  expect((await shown())?.forwards.noAnswer).toEqual({ isOn: false, to: extension });
  const lines = await api.db
    .selectFrom('audit_log')
    .select(['actor_user_id', 'address'])
    .where('action', '=', 'channel.forwardingChanged')
    .where('address', '=', '10.0.0.7')
    .execute();
  expect(lines).toEqual(Array(3).fill({ actor_user_id: anna.userId, address: '10.0.0.7' }));
  // A code can switch what no key of a phone can, and names no address.
  const byCode = { ...by, address: null };
  const unreachable = { feature: 'unreachable', isOn: true, to: '*97', ringSeconds: null } as const;
  expect(await desk.change(byCode, unreachable)).toBe('done');
  expect((await shown())?.forwards.unreachable).toEqual({ isOn: true, to: '*97' });
  await api.db.updateTable('users').set({ is_dnd: false }).where('id', '=', anna.userId).execute();
});

test('the last caller is the one of the own line whose call is over, with a number or without', async () => {
  const desk = phoneFeatureDesk(api.db);
  expect(await desk.lastCall(anna.userId)).toBeNull();
  const call = async (docId: string, minutes: number, more: Record<string, unknown> = {}) => {
    const startedAt = new Date(Date.UTC(2027, 0, 4, 9, minutes));
    await api.db
      .insertInto('inbox_events')
      .values({
        id: docId,
        account_id: anna.accountId,
        channel_id: anna.channelId,
        session_id: docId,
        direction: 'INCOMING',
        unresolved: false,
        state: 'FINISHED',
        documentation: '{}',
        remote_phone_number: '+4917055555',
        started_at: startedAt,
        terminated_at: startedAt,
        ...more,
      })
      .execute();
    return startedAt;
  };
  const at = await call('pbx-last-1', 1);
  expect(await desk.lastCall(anna.userId)).toMatchObject({ number: '+4917055555', at });
  await call('pbx-last-2', 2, { remote_phone_number: null });
  await call('pbx-last-3', 3, { direction: 'OUTGOING', remote_phone_number: '112' });
  await call('pbx-last-4', 4, { terminated_at: null, remote_phone_number: '99' });
  await call('pbx-last-5', 5, { channel_id: ben.channelId, remote_phone_number: '98' });
  expect(await desk.lastCall(anna.userId)).toMatchObject({ number: null });
});

test('a phone of another company, or of nobody, switches nothing', async () => {
  const desk = phoneFeatureDesk(api.db);
  const by = { accountId: stranger.accountId, userId: anna.userId, address: '10.0.0.8' };
  expect(await desk.change(by, { feature: 'busy', isOn: true, to: '*97', ringSeconds: null })).toBe('refused');
  await desk.change(by, { feature: 'doNotDisturb', isOn: true });
  expect((await desk.of([anna.userId])).get(anna.userId)?.isDnd).toBe(false);
});
