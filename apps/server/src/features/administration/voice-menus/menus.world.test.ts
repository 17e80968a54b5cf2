import { channelRouting } from '@sidetone/contract/entities/channel-routing.ts';
import { type MenuTarget, newVoiceMenu, voiceMenuChange } from '@sidetone/contract/entities/voice-menu.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { directory } from '../../../exchange-memory/directory.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';

let world: TwoCompanies;
beforeAll(async () => {
  world = await twoCompanies();
});
afterAll(async () => await world.api.stop());

const keyOne = (target: MenuTarget) => ({ keys: [{ key: '1', target }] });
const add = (name: string, given: object = {}) =>
  world.ask(routes.createVoiceMenu, { body: newVoiceMenu.parse({ name, ...given }) });
const added = async (name: string, given: object = {}) => (await add(name, given)).body.id;
const change = (menuId: string, name: string, given: object = {}) =>
  world.ask(routes.changeVoiceMenu, { params: { menuId }, body: voiceMenuChange.parse({ name, ...given }) });
const remove = (menuId: string) => world.ask(routes.deleteVoiceMenu, { params: { menuId } });
const toMenu = (menuId: string) => keyOne({ kind: 'menu', menuId });
const refused = (message: string, path = 'keys.0.target') => ({
  status: 400,
  body: { code: 'VALIDATION_FAILED', issues: [{ path, message }] },
});
const gone = (path = 'keys.0.target') => ({
  status: 404,
  body: { code: 'NOT_FOUND', issues: [{ path, message: 'gone' }] },
});
const newChannel = async (name: string, routing: object = {}) =>
  (await world.ask(routes.createChannel, { body: { name, routing: channelRouting.parse(routing) } })).body.channelId;

describe('a voice menu', () => {
  test('is kept as it was given, and is changed only from its newest revision', async () => {
    const channelId = await newChannel('Sales');
    const menuId = await added('Main', { ...keyOne({ kind: 'channel', channelId }), repeats: 3 });
    const kept = () => directory(world.api.db).voiceMenu(world.admin.accountId, menuId);
    expect(await kept()).toMatchObject({ menuId, repeats: 3, keys: [{ key: '1', target: { channelId } }] });
    expect(await directory(world.api.db).voiceMenu(world.stranger.accountId, menuId)).toBeNull();
    expect((await change(menuId, 'Main', { repeats: 1, revision: 0 })).status).toBe(200);
    expect((await change(menuId, 'Main', { repeats: 2, revision: 0 })).status).toBe(409);
    expect(await kept()).toMatchObject({ repeats: 1, keys: [] });
    const lines = await world.api.db.selectFrom('audit_log').select('action').where('target', '=', menuId).execute();
    expect(lines.map(({ action }) => action)).toEqual(['voiceMenu.created', 'voiceMenu.changed']);
  });

  test('leads nowhere where no call could come', async () => {
    const channelId = await newChannel('Support');
    expect(await add('A', keyOne({ kind: 'channel', channelId: 'nowhere' }))).toMatchObject(gone());
    expect(await add('A', keyOne({ kind: 'channel', channelId: world.stranger.channelId }))).toMatchObject(gone());
    expect(await add('A', toMenu('nowhere'))).toMatchObject(gone());
    expect(await add('A', { promptAnnouncementId: 'nowhere' })).toMatchObject(gone('promptAnnouncementId'));
    expect(await add('A', { nothing: { kind: 'announcement', announcementId: 'no' } })).toMatchObject(gone('nothing'));
    expect(await add('A', keyOne({ kind: 'voicemail', channelId }))).toMatchObject(refused('voicemailOff'));
    expect(await add('A', keyOne({ kind: 'number', number: '+493012345678' }))).toMatchObject(refused('noTrunk'));
  });

  test('leads to none that leads back, whichever is changed last', async () => {
    const one = await added('One');
    const two = await added('Two', toMenu(one));
    const three = await added('Three', { nothing: { kind: 'menu', menuId: two } });
    expect(await change(one, 'One', toMenu(one))).toMatchObject(refused('menuLoop'));
    expect(await change(one, 'One', toMenu(three))).toMatchObject(refused('menuLoop'));
    expect(await change(one, 'One', { nothing: { kind: 'menu', menuId: two } })).toMatchObject(
      refused('menuLoop', 'nothing'),
    );
    expect((await change(two, 'Two')).status).toBe(200);
    expect((await change(one, 'One', toMenu(three))).status).toBe(200);
  });

  test('is one of five that lead into each other, above and below', async () => {
    const fifth = await added('Fifth');
    const fourth = await added('Fourth', toMenu(fifth));
    const third = await added('Third', toMenu(fourth));
    const second = await added('Second', toMenu(third));
    const first = await added('First', toMenu(second));
    expect(await add('Before', toMenu(first))).toMatchObject(refused('menuDepth'));
    const lower = await added('Lower');
    expect(await change(fifth, 'Fifth', toMenu(lower))).toMatchObject(refused('menuDepth'));
    expect((await change(fourth, 'Fourth', toMenu(lower))).status).toBe(200);
    expect((await add('Second again', toMenu(third))).status).toBe(200);
  });

  test('stays while a channel or another menu leads to it, and the dry run says where its keys lead', async () => {
    const desk = await newChannel('Desk');
    const menuId = await added('Front', { ...keyOne({ kind: 'channel', channelId: desk }) });
    const line = await newChannel('Line', { menuId });
    const { steps } = (await world.ask(routes.tryRouting, { body: { to: { channelId: line } } })).body;
    expect(steps).toMatchObject([
      { kind: 'channel', name: 'Line' },
      { kind: 'menu', name: 'Front', keys: [{ key: '1', target: { kind: 'channel' }, name: 'Desk' }] },
      { kind: 'end', why: 'nobodyTookIt' },
    ]);
    expect((await remove(menuId)).status).toBe(409);
    const routing = (given: object) =>
      world.ask(routes.setChannelRouting, { params: { channelId: line }, body: channelRouting.parse(given) });
    expect((await routing({ closed: { kind: 'menu', menuId } })).status).toBe(200);
    expect((await remove(menuId)).status).toBe(409);
    expect((await routing({})).status).toBe(200);
    const before = await added('Before', toMenu(menuId));
    expect((await remove(menuId)).status).toBe(409);
    expect((await remove(before)).status).toBe(200);
    expect((await remove(menuId)).status).toBe(200);
    expect((await remove(menuId)).status).toBe(404);
    expect(await routing({ menuId })).toMatchObject(gone('menuId'));
  });

  test('leads no longer to a channel that is deleted', async () => {
    const channelId = await newChannel('Short');
    const menuId = await added('Leading', {
      ...keyOne({ kind: 'channel', channelId }),
      nothing: { kind: 'channel', channelId },
    });
    expect((await world.ask(routes.removeChannel, { params: { channelId }, query: {} })).status).toBe(200);
    expect(await directory(world.api.db).voiceMenu(world.admin.accountId, menuId)).toMatchObject({
      keys: [],
      nothing: { kind: 'hangUp' },
    });
    const lines = await world.api.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('target', '=', menuId)
      .orderBy('id')
      .execute();
    expect(lines).toMatchObject([
      { action: 'voiceMenu.created' },
      { action: 'voiceMenu.changed', detail: { keys: { to: [] }, nothing: { to: { kind: 'hangUp' } } } },
    ]);
  });

  test('leads to the channel that the calls of a deleted one go to, and no longer to a user who is removed', async () => {
    const [from, callsTo] = [await newChannel('From'), await newChannel('To')];
    const { userId } = (
      await world.ask(routes.createUser, {
        body: { firstName: 'Anna', lastName: 'Bell', email: 'anna.bell@example.com' } as never,
      })
    ).body as { userId: string };
    const own = await world.api.db
      .selectFrom('channels')
      .select('id')
      .where('owner_user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const menuId = await added('Leading on', {
      keys: [
        { key: '1', target: { kind: 'channel', channelId: from } },
        { key: '2', target: { kind: 'channel', channelId: own.id } },
      ],
      nothing: { kind: 'channel', channelId: own.id },
    });
    await world.ask(routes.removeChannel, { params: { channelId: from }, query: { callsTo } });
    await world.ask(routes.withdrawInvitation, { params: { userId } });
    expect(await directory(world.api.db).voiceMenu(world.admin.accountId, menuId)).toMatchObject({
      keys: [{ key: '1', target: { kind: 'channel', channelId: callsTo } }],
      nothing: { kind: 'hangUp' },
    });
  });
});

test('extensions of the account are found by what they begin with', async () => {
  const { extensionsFrom } = directory(world.api.db);
  const { accountId } = world.admin;
  const channelId = await newChannel('Long');
  await world.ask(routes.setExtension, { params: { extension: '4712' }, body: { channelId } });
  expect(await extensionsFrom(accountId, '47')).toEqual({ channelId: null, hasLonger: true });
  expect(await extensionsFrom(accountId, '4712')).toEqual({ channelId, hasLonger: false });
  expect(await extensionsFrom(world.stranger.accountId, '47')).toEqual({ channelId: null, hasLonger: false });
});

test('users of the account can be spelled, and those of others cannot', async () => {
  const { spelledNames } = directory(world.api.db);
  const names = await spelledNames(world.admin.accountId);
  expect(names.length).toBeGreaterThan(1);
  expect(names.every(({ channelId }) => channelId !== '')).toBe(true);
  const others = await spelledNames(world.stranger.accountId);
  expect(others.length).toBeGreaterThan(0);
  expect(others.some(({ channelId }) => names.some((own) => own.channelId === channelId))).toBe(false);
});

test('a number begins with a menu of its own, which the exchange and the dry run know, and which stays meanwhile', async () => {
  await world.runServer();
  const number = '+4930555077';
  const channelId = await newChannel('Hotline');
  await world.ask(routes.addNumbers, { body: { first: number, last: null, label: null, channelId } });
  const menuId = await added('Hotline menu');
  const set = (chosen: string | null) =>
    world.ask(routes.changeNumber, { params: { number }, body: { menuId: chosen } });
  expect((await set('nowhere')).status).toBe(404);
  const { channelByNumber } = directory(world.api.db);
  expect(await channelByNumber(number)).not.toHaveProperty('firstMenuId');
  expect((await set(menuId)).status).toBe(200);
  expect(await channelByNumber(number)).toMatchObject({ channelId, firstMenuId: menuId });
  const { steps } = (await world.ask(routes.tryRouting, { body: { to: { number } } })).body;
  expect(steps).toMatchObject([{ kind: 'channel' }, { kind: 'menu', name: 'Hotline menu' }, { kind: 'end' }]);
  expect((await remove(menuId)).status).toBe(409);
  expect((await set(null)).status).toBe(200);
  expect((await remove(menuId)).status).toBe(200);
});

test('a number without a channel begins with no menu, and is free', async () => {
  const number = '+4930555078';
  const channelId = await newChannel('Short line');
  await world.ask(routes.addNumbers, { body: { first: number, last: null, label: null, channelId: null } });
  const menuId = await added('Menu of a number');
  const set = (body: { channelId?: string | null; menuId?: string }) =>
    world.ask(routes.changeNumber, { params: { number }, body });
  expect(await set({ menuId })).toMatchObject({
    status: 409,
    body: { issues: [{ path: 'menuId', message: 'noChannel' }] },
  });
  const { userId } = world.member;
  const giveToMember = () => world.ask(routes.changeUser, { params: { userId }, body: { numbers: [number] } });
  expect((await set({ channelId, menuId })).status).toBe(200);
  expect((await giveToMember()).status).toBe(409);
  await world.ask(routes.removeChannel, { params: { channelId }, query: {} });
  expect((await remove(menuId)).status).toBe(200);
  expect((await giveToMember()).status).toBe(200);
});
