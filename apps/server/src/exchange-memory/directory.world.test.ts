import { channelRouting } from '@sidetone/contract/entities/channel-routing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { directory } from './directory.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  await someCompany(db);
  await db.updateTable('users').set({ is_dnd: true }).where('id', '=', 'wben').execute();
  await db.updateTable('channel_members').set({ dialed_in: false }).where('user_id', '=', 'wcleo').execute();
  const phone = {
    account_id: 's1',
    kind: 'phone' as const,
    alias: 'Desk',
    password_sealed: Buffer.from('x'),
  };
  await db
    .insertInto('endpoints')
    .values({ ...phone, id: 'p1', sip_username: 'p1', user_id: 'wanna' })
    .execute();
});
afterAll(() => database.drop());

test('an extension names a private channel with its owner', async () => {
  expect(await directory(database.db).channelByExtension('s1', '11')).toEqual({
    channelId: 'ca',
    accountId: 's1',
    type: 'private',
    name: null,
    ringSeconds: 30,
    members: [
      {
        userId: 'wanna',
        displayName: 'Anna Ahorn',
        isDnd: false,
        dialedIn: true,
        isClaimed: false,
        refusesIntercom: false,
        followUpUntil: null,
        lastCallAt: null,
        endpointIds: null,
      },
    ],
    ownerUserId: 'wanna',
    extension: '11',
    number: '+4930555011',
    routing: { ...channelRouting.parse({}), held: null },
    timeZone: 'Europe/Berlin',
  });
});

test('a channel carries how it treats its calls, and who of its members is free', async () => {
  const { db } = database;
  const until = new Date('2026-11-20T09:00:00Z');
  await db
    .updateTable('channels')
    .set({
      routing: JSON.stringify({ strategy: 'longest-idle', turnSeconds: 'soon' }),
      ring_seconds: 45,
      follow_up_time: 60,
    })
    .where('id', '=', 'cteam')
    .execute();
  await db.updateTable('accounts').set({ time_zone: 'America/New_York' }).where('id', '=', 's1').execute();
  await db.insertInto('agents').values({ user_id: 'wanna', follow_up_until: until }).execute();
  const claim = { call_id: 'new', channel_id: 'cteam', node: 'n', epoch: 1 };
  await db
    .insertInto('agent_claims')
    .values({ ...claim, user_id: 'wben' })
    .execute();
  const channel = await directory(db).channelById('cteam');
  expect(channel).toMatchObject({
    routing: { strategy: 'longest-idle', turnSeconds: 15, ringSeconds: 45, followUpSeconds: 60 },
    timeZone: 'America/New_York',
  });
  expect(channel?.members.map(({ userId, isClaimed, followUpUntil }) => [userId, isClaimed, followUpUntil])).toEqual([
    ['wanna', false, until],
    ['wben', true, null],
    ['wcleo', false, null],
  ]);
});

test('a line that forwards its calls carries the lines of those that its rules name, as long as they are there', async () => {
  const { db } = database;
  const { channelById } = directory(db);
  const to = (userId: string) => ({ when: 'busy', to: { kind: 'colleague', userId } });
  const rules = [to('wben'), to('wcleo'), to('wnobody'), { when: 'always', to: { kind: 'voicemail' } }];
  const set = async (forwarding: unknown) =>
    await db
      .updateTable('channels')
      .set({ forwarding: JSON.stringify(forwarding) })
      .where('id', '=', 'ca')
      .execute();
  const lineOf = async (userId: string) =>
    await db.selectFrom('channels').select('id').where('owner_user_id', '=', userId).executeTakeFirstOrThrow();
  const [ben, cleo] = [(await lineOf('wben')).id, (await lineOf('wcleo')).id];
  await set({ isOn: true, ringSeconds: 15, rules });
  expect((await channelById('ca'))?.forwarding).toMatchObject({
    isOn: true,
    ringSeconds: 15,
    rules: [{ when: 'busy', callers: { kind: 'all' }, times: null }, {}, {}, {}],
    lines: { wben: ben, wcleo: cleo },
  });
  await db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', 'wcleo').execute();
  expect((await channelById('ca'))?.forwarding?.lines).toEqual({ wben: ben });
  await db.updateTable('users').set({ deactivated_at: null }).where('id', '=', 'wcleo').execute();
  for (const off of [{ rules }, { isOn: true, rules: 'all' }, 'x', {}]) {
    await set(off);
    expect((await channelById('ca'))?.forwarding).toBeUndefined();
  }
});

test('the mobile of a member rings along for their own line, and for shared channels where they want it', async () => {
  const { db } = database;
  const { channelById } = directory(db);
  const mobile = { isOn: true, number: '+491701234567', afterSeconds: 5, inShared: false };
  const set = async (wanted: unknown) =>
    await db
      .updateTable('channels')
      .set({ forwarding: JSON.stringify({ mobiles: [wanted] }) })
      .where('id', '=', 'ca')
      .execute();
  const mobilesOf = async (channelId: string) =>
    (await channelById(channelId))?.members.flatMap((each) => ('mobiles' in each ? [[each.userId, each.mobiles]] : []));
  const held = ['wanna', [{ number: mobile.number, afterSeconds: 5, times: null }]];
  await set(mobile);
  expect(await mobilesOf('ca')).toEqual([held]);
  expect(await mobilesOf('cteam')).toEqual([]);
  await set({ ...mobile, inShared: true });
  expect(await mobilesOf('cteam')).toEqual([held]);
  for (const off of [{ ...mobile, isOn: false }, { ...mobile, number: '112' }, null, 'x']) {
    await set(off);
    expect(await mobilesOf('ca')).toEqual([]);
  }
});

test('a public number names a channel; its members carry who is dialed in and who wants no calls', async () => {
  const channel = await directory(database.db).channelByNumber('+4930555020');
  expect(channel?.channelId).toBe('cteam');
  expect(channel?.members.map(({ userId, isDnd, dialedIn }) => [userId, isDnd, dialedIn])).toEqual([
    ['wanna', false, true],
    ['wben', true, true],
    ['wcleo', false, false],
  ]);
});

test('an unknown number is null, also the extension of another account', async () => {
  const people = directory(database.db);
  expect(await people.channelByExtension('s2', '11')).toBeNull();
  expect(await people.channelByExtension('s1', '99')).toBeNull();
  expect(await people.channelByNumber('+49301')).toBeNull();
  expect(await people.channelById('cnowhere')).toBeNull();
  expect(await people.userById('wnobody')).toBeNull();
});

test('a person has a place, a private channel, an extension and a number', async () => {
  expect(await directory(database.db).userById('wanna')).toEqual({
    userId: 'wanna',
    accountId: 's1',
    displayName: 'Anna Ahorn',
    isDnd: false,
    privateChannelId: 'ca',
    emergency: [],
    internationalPrefix: null,
    outsidePrefix: '',
    shortCodes: {},
    extension: '11',
    number: '+4930555011',
    country: 'DE',
    areaCode: '30',
  });
});

test('owners and members are members', async () => {
  const people = directory(database.db);
  expect(await people.isMember('ca', 'wanna')).toBe(true);
  expect(await people.isMember('cteam', 'wben')).toBe(true);
  expect(await people.isMember('ca', 'wben')).toBe(false);
});

test('a deactivated user is neither found nor rung', async () => {
  const { db } = database;
  await db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', 'wanna').execute();
  expect(await directory(db).userById('wanna')).toBeNull();
  expect((await directory(db).channelById('ca'))?.members).toEqual([]);
});

test('an account that has settled nothing has the default music, no call waiting, and its people speak its language', async () => {
  const music = { standard: '/music/default.wav', own: async (accountId: string) => `/music/${accountId}.wav` };
  const settings = () => directory(database.db, music).callSettings('s1');
  const set = (call_settings: object, country = 'DE') =>
    database.db
      .updateTable('accounts')
      .set({ call_settings: JSON.stringify(call_settings), country })
      .where('id', '=', 's1')
      .execute();
  const standard = {
    callWaiting: false,
    recordingConsent: 'none',
    holdMusic: '/music/default.wav',
    locale: 'de',
    picksUpColleagues: false,
    intercom: false,
    parking: { firstSlot: 1, lastSlot: 9, waitSeconds: 120, comesBackTo: null, music: '/music/default.wav' },
    isMusicAway: false,
    isSuspended: false,
  };
  expect(await settings()).toEqual(standard);
  await set({ holdMusic: 'own', recordingConsent: 'keypress', callWaiting: true, picksUpColleagues: true }, 'GB');
  expect(await settings()).toEqual({
    callWaiting: true,
    recordingConsent: 'keypress',
    holdMusic: '/music/s1.wav',
    locale: 'en',
    picksUpColleagues: true,
    intercom: false,
    parking: { ...standard.parking, music: '/music/s1.wav' },
    isMusicAway: false,
    isSuspended: false,
  });
  const away = directory(database.db, { ...music, own: async () => null });
  expect(await away.callSettings('s1')).toMatchObject({ holdMusic: '/music/default.wav', isMusicAway: true });
  await set({ holdMusic: 'off', recordingConsent: 'nonsense', parking: { firstSlot: 0 } });
  expect(await settings()).toEqual({ ...standard, holdMusic: null, parking: { ...standard.parking, music: null } });
  const two = { firstSlot: 1, lastSlot: 2, waitSeconds: 30, comesBackTo: '20' };
  await set({ holdMusic: 'own', parking: { ...two, music: 'default' } });
  expect((await settings()).parking).toEqual({ ...two, music: '/music/default.wav' });
  await set({ parking: { ...two, music: 'off' } });
  expect((await settings()).parking.music).toBeNull();
  expect((await directory(database.db).callSettings('nobody')).holdMusic).toBeNull();
});

test('who is in a meeting elsewhere is passed over by queues, and who wants no calls there is rung by nobody', async () => {
  const { db } = database;
  const kept = { access_token_sealed: Buffer.from('a'), refresh_token_sealed: Buffer.from('r') };
  const hears = async (userId: string, heard: 'busy' | 'doNotDisturb', heardUntil: Date) => {
    await db.deleteFrom('presence_connectors').execute();
    await db
      .insertInto('presence_connectors')
      .values({
        ...kept,
        user_id: userId,
        id: userId,
        state: 'connected',
        problem: null,
        account_name: 'a',
        remote_user_id: 'r',
        expires_at: heardUntil,
        renewing_until: null,
        renew_at: null,
        not_before: null,
        heard,
        heard_until: heardUntil,
      })
      .execute();
    const members = (await directory(db).channelById('cteam'))?.members ?? [];
    const { isDnd, isClaimed } = members.find((member) => member.userId === userId) ?? {};
    return { isDnd, isClaimed };
  };
  const soon = new Date(Date.now() + 60_000);
  expect(await hears('wcleo', 'busy', soon)).toEqual({ isDnd: false, isClaimed: true });
  expect(await hears('wcleo', 'doNotDisturb', soon)).toEqual({ isDnd: true, isClaimed: false });
  expect((await directory(db).userById('wcleo'))?.isDnd).toBe(true);
  expect(await hears('wcleo', 'doNotDisturb', new Date())).toEqual({ isDnd: false, isClaimed: false });
});
