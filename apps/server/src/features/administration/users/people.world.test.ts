import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { liveClient } from '../../../testing/live-client.ts';
import { callRoute, person, signInAs } from '../../../testing/test-api.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';

let world: TwoCompanies;
const clients: { close(): unknown }[] = [];
beforeAll(async () => {
  world = await twoCompanies();
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await world.api.stop();
});

const eventually = (check: () => void) => vi.waitFor(check, 10_000);
const colleague = async (firstName: string, more = {}) => {
  const made = await person(world.api, { firstName, accountId: world.admin.accountId, ...more });
  return { ...made, token: (await signInAs(world.api.url, made.email)).access_token };
};
const live = (token: string) => {
  const client = liveClient(world.api.url, () => token);
  clients.push(client);
  return client;
};
const rowOf = (userId: string) =>
  world.api.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();

test('a user with a password needs no invitation, and is a member of the channels immediately', async () => {
  const { body: channel } = await world.ask(routes.createChannel, { body: { name: 'Hall' } });
  const { body } = await world.ask(routes.createUser, {
    body: {
      firstName: 'Pia',
      lastName: 'Neu',
      email: 'pia@ada.example',
      password: 'long enough',
      extension: '44',
      channelIds: [channel.channelId],
      grants: ['CONTACT_WRITE'],
      locale: 'en',
    },
  });
  expect(body).toMatchObject({ extension: '44', invitation: null });
  expect(await rowOf(body.userId)).toMatchObject({ grants: ['CONTACT_WRITE'], locale: 'en', admin: false });
  const members = await world.api.db
    .selectFrom('channel_members')
    .select('channel_id')
    .where('user_id', '=', body.userId)
    .execute();
  expect(members.map(({ channel_id: id }) => id).sort()).toEqual([body.channelId, channel.channelId].sort());
});

test('a taken address or extension, an emergency number and a foreign channel leave nobody behind', async () => {
  const { api, ask, admin, stranger } = world;
  const count = async () => (await api.db.selectFrom('users').select('id').execute()).length;
  const before = await count();
  const create = (more: object) =>
    ask(routes.createUser, { body: { firstName: 'No', lastName: 'One', email: 'no@ada.example', ...more } });
  expect(await create({ email: admin.email.toUpperCase() })).toMatchObject({ status: 409 });
  expect(await create({ extension: admin.extension })).toMatchObject({ status: 409 });
  expect(await create({ extension: '112' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('emergency') },
  });
  expect(await create({ channelIds: [stranger.channelId] })).toMatchObject({ status: 404 });
  expect(await create({ channelIds: [admin.channelId] })).toMatchObject({ status: 404 });
  expect(await count()).toBe(before);
});

test('changes of a user are in the audit log, field by field', async () => {
  const who = await colleague('Lars');
  const params = { userId: who.userId };
  await world.ask(routes.changeUser, {
    params,
    body: { firstName: 'Lasse', email: 'lasse@ada.example', admin: true, grants: ['CALL_BOOSTS'] },
  });
  expect(await rowOf(who.userId)).toMatchObject({ first_name: 'Lasse', email: 'lasse@ada.example', admin: true });
  const lines = (await world.audited()).filter(({ target }) => target === who.userId);
  expect(lines).toMatchObject([
    { action: 'user.changed', actor: world.admin.userId, detail: { firstName: { from: 'Lars', to: 'Lasse' } } },
    { action: 'user.emailChanged', detail: { email: { from: who.email, to: 'lasse@ada.example' } } },
    {
      action: 'user.grantsChanged',
      detail: { grants: { from: ['CONTACT_READ', 'CONTACT_WRITE', 'CALL_BOOSTS', 'CALL_TASKS'], to: ['CALL_BOOSTS'] } },
    },
    { action: 'user.roleChanged', detail: { admin: { from: false, to: true } } },
  ]);
  await world.ask(routes.changeUser, { params, body: { firstName: 'Lasse' } });
  expect((await world.audited()).filter(({ target }) => target === who.userId)).toHaveLength(4);
  await world.ask(routes.changeUser, { params, body: { admin: false } });
});

test('the last administrator stays one, also when two demote each other at the same time', async () => {
  const { ask, admin } = world;
  const demote = (userId: string, who: { token: string }) =>
    ask(routes.changeUser, { params: { userId }, body: { admin: false } }, who);
  expect((await demote(admin.userId, admin)).status).toBe(409);
  expect((await ask(routes.deactivateUser, { params: { userId: admin.userId } })).status).toBe(409);
  // Someone who never came is no administrator to count on.
  await ask(routes.createUser, { body: { firstName: 'Ivo', lastName: 'Nie', email: 'ivo@ada.example', admin: true } });
  expect((await demote(admin.userId, admin)).status).toBe(409);

  const second = await colleague('Zoe', { admin: true });
  const both = await Promise.all([demote(admin.userId, second), demote(second.userId, admin)]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  await world.api.db.updateTable('users').set({ admin: true }).where('id', '=', admin.userId).execute();
});

test('a deactivated user is signed out immediately, and returns with the same password', async () => {
  const who = await colleague('Dora');
  const { db } = world.api;
  const { body: phone } = await world.ask(routes.addDeskPhone, { body: { userId: who.userId, name: 'Desk' } });
  const me = live(who.token).watch('me');
  await eventually(() => expect(me.rows).toHaveLength(1));
  const params = { userId: who.userId };
  expect((await world.ask(routes.deactivateUser, { params })).status).toBe(200);
  await eventually(() => expect(me.error).toBeDefined());
  const { status } = await callRoute(world.api.url, who.token, routes.searchContacts, { query: { query: 'a' } });
  expect(status).toBe(401);
  expect(await db.selectFrom('endpoints').select('id').where('id', '=', phone.phoneId).execute()).toHaveLength(1);
  expect((await world.ask(routes.deactivateUser, { params })).status).toBe(200);
  expect((await world.ask(routes.addDeskPhone, { body: { userId: who.userId, name: 'More' } })).status).toBe(409);
  expect((await world.ask(routes.reactivateUser, { params })).status).toBe(200);
  expect((await signInAs(world.api.url, who.email)).access_token).toBeDefined();
  const actions = (await world.audited()).filter(({ target }) => target === who.userId).map(({ action }) => action);
  expect(actions).toEqual(['user.deactivated', 'user.activated']);
});

test('signed out everywhere, every session is over, and the password still works', async () => {
  const who = await colleague('Sven');
  const { access_token: other } = await signInAs(world.api.url, who.email);
  const { body } = await world.ask(routes.signOutUser, { params: { userId: who.userId } });
  expect(body.ended).toBe(2);
  for (const token of [who.token, other]) {
    const asked = await callRoute(world.api.url, token, routes.searchContacts, { query: { query: 'a' } });
    expect(asked.status).toBe(401);
  }
  expect((await signInAs(world.api.url, who.email)).access_token).toBeDefined();
});

test('only who is deactivated can be deleted, and goes with what is theirs', async () => {
  const who = await colleague('Olga');
  const params = { userId: who.userId };
  expect((await world.ask(routes.removeUser, { params })).status).toBe(409);
  await world.ask(routes.deactivateUser, { params });
  expect((await world.ask(routes.removeUser, { params })).status).toBe(200);
  const left = await world.api.db.selectFrom('channels').select('id').where('id', '=', who.channelId).execute();
  expect(left).toEqual([]);
  expect((await world.ask(routes.removeUser, { params })).status).toBe(404);
});

test('administrators watch their users; nobody else does, nor does a demoted one', async () => {
  const { admin, member, stranger, ask } = world;
  const second = await colleague('Karl', { admin: true });
  const mine = live(second.token).watch<{ id: string; rev: number; state: string }>('adminUsers');
  const theirs = live(stranger.token).watch('adminUsers');
  const forbidden = live(member.token).watch('adminUsers');
  await eventually(() => expect(mine.rows?.map(({ id }) => id)).toContain(admin.userId));
  await eventually(() => expect(theirs.rows?.map(({ id }) => id)).toEqual([stranger.userId]));
  await eventually(() => expect(forbidden.error).toBe('NOT_FOUND'));
  const { body: invited } = await ask(routes.createUser, {
    body: { firstName: 'Una', lastName: 'Neu', email: 'una@ada.example' },
  });
  await eventually(() =>
    expect(mine.rows).toContainEqual(expect.objectContaining({ id: invited.userId, state: 'invited' })),
  );
  await ask(routes.changeUser, { params: { userId: second.userId }, body: { admin: false } });
  await eventually(() => expect(mine.error).toBe('NOT_FOUND'));
});

test('the private channel of a new user has voicemail, unless the account wants none', async () => {
  const { ask, api, admin, stranger } = world;
  const add = async (email: string) =>
    (await ask(routes.createUser, { body: { firstName: 'Vera', lastName: 'Voice', email, password: 'long enough' } }))
      .body;
  const lineOf = (id: string) =>
    api.db.selectFrom('channels').select(['routing', 'ring_seconds']).where('id', '=', id).executeTakeFirstOrThrow();
  const [first, wish] = [await add('first@voice.example'), routes.updateCallSettings];
  expect(await lineOf(first.channelId)).toMatchObject({
    ring_seconds: 25,
    routing: { overflow: { kind: 'voicemail' }, voicemail: { enabled: true } },
  });
  expect((await ask(wish, { body: { voicemailForNewPeople: false } })).body).toMatchObject({
    voicemailForNewPeople: false,
  });
  const second = await add('second@voice.example');
  expect(await lineOf(second.channelId)).toEqual({ routing: {}, ring_seconds: 30 });

  // Many at once: whose calls are sent elsewhere keeps that, and one stranger among them leaves everything as it was.
  const third = await add('third@voice.example');
  await api.db
    .updateTable('channels')
    .set({ routing: JSON.stringify({ overflow: { kind: 'number', number: '+4930901820' } }) })
    .where('id', '=', third.channelId)
    .execute();
  const bulk = (userIds: string[] | null, voicemail: object) =>
    ask(routes.setVoicemailOfLines, { body: { userIds, voicemail } });
  expect((await bulk([first.userId, stranger.userId], { enabled: false })).status).toBe(404);
  expect(await lineOf(first.channelId)).toMatchObject({ routing: { voicemail: { enabled: true } } });
  expect((await bulk([second.userId, third.userId], { enabled: true, ringSeconds: 20 })).body).toEqual({
    changed: 1,
    sentElsewhere: 1,
  });
  expect(await lineOf(second.channelId)).toMatchObject({
    ring_seconds: 20,
    routing: { overflow: { kind: 'voicemail' } },
  });
  expect((await bulk(null, { enabled: false })).status).toBe(200);
  for (const { channelId } of [first, second]) {
    expect(await lineOf(channelId)).toMatchObject({ routing: { voicemail: { enabled: false } } });
  }
  const lines = await api.db
    .selectFrom('audit_log')
    .select(['target', 'detail'])
    .where('account_id', '=', admin.accountId)
    .where('action', '=', 'channel.routingChanged')
    .where('target', '=', second.channelId)
    .execute();
  expect(lines).toHaveLength(2);
});
