import type { AdminUser } from '@sidetone/contract/entities/admin-user.ts';
import type { Route, RouteRequest } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import type { AdminRole } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createUser } from '../../../identity/accounts.ts';
import { liveClient } from '../../../testing/live-client.ts';
import { person, signInAs } from '../../../testing/test-api.ts';
import { administer } from '../administer.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';

interface Someone {
  readonly userId: string;
  readonly token: string;
}

let world: TwoCompanies;
let pia: Someone;
let quinn: Someone;
beforeAll(async () => {
  world = await twoCompanies();
  const seated = async (firstName: string) => {
    const made = await person(world.api, { firstName, accountId: world.admin.accountId });
    return { userId: made.userId, token: (await signInAs(world.api.url, made.email)).access_token };
  };
  [pia, quinn] = [await seated('Pia'), await seated('Quinn')];
});
afterAll(() => world.api.stop());
beforeEach(async () => {
  await hold(pia, ['people']);
  await hold(quinn, ['queues']);
  await hold(world.member, []);
});

const hold = (who: { userId: string }, roles: AdminRole[]) =>
  world.api.db.updateTable('users').set({ roles, admin: false }).where('id', '=', who.userId).execute();

const statusOf = async <R extends Route>(route: R, request: RouteRequest<R>, who: Someone = pia): Promise<number> =>
  (await world.ask(route, request, who)).status;
const changes = (userId: string, body: object, who: Someone = pia) =>
  statusOf(routes.changeUser, { params: { userId }, body } as never, who);
const rightsOf = async (userId: string) =>
  await world.api.db
    .selectFrom('users')
    .select(['admin', 'roles', 'grants'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

test('a user who administers users changes colleagues, and gives and takes the roles that they hold, and the log says so', async () => {
  const { userId } = world.member;
  expect(await changes(userId, { firstName: 'Ulli' })).toBe(200);
  expect(await changes(userId, { roles: ['people'] })).toBe(200);
  expect(await rightsOf(userId)).toMatchObject({ admin: false, roles: ['people'] });
  expect((await world.audited()).at(-1)).toEqual({
    action: 'user.roleChanged',
    target: userId,
    actor: pia.userId,
    detail: { roles: { from: [], to: ['people'] } },
  });
  expect(await changes(userId, { roles: [] })).toBe(200);
  expect(await changes(userId, { roles: ['queues'] })).toBe(403);
  expect(await changes(userId, { admin: true })).toBe(403);
  expect(await rightsOf(userId)).toMatchObject({ admin: false, roles: [] });
});

test('nobody gives themselves more rights, and anyone may give up a role', async () => {
  const { userId } = pia;
  expect(await changes(userId, { roles: ['people', 'numbers'] })).toBe(403);
  expect(await changes(userId, { admin: true })).toBe(403);
  expect(await changes(userId, { grants: ['CALL_DELETE'] })).toBe(403);
  expect(await changes(userId, { limits: null })).toBe(403);
  const { channelId } = (await world.ask(routes.createChannel, { body: { name: 'Front' } })).body;
  expect(await changes(userId, { channelIds: [channelId] })).toBe(403);
  const join = { userId, change: { joinChannelIds: [channelId] } };
  expect(await statusOf(routes.changeUsers, { body: { users: [join] } })).toBe(403);
  // Others may be put into it, which is what the role is for.
  expect(await changes(world.member.userId, { channelIds: [channelId] })).toBe(200);
  expect(await changes(userId, { roles: [] })).toBe(200);
  expect(await changes(userId, { firstName: 'Pia' })).toBe(403);
});

test('a permission that not everyone gets can be given by users who have it', async () => {
  const { userId } = world.member;
  const { grants } = await rightsOf(userId);
  expect(await changes(userId, { grants: [...grants, 'CALL_DELETE'] })).toBe(403);
  expect(await changes(userId, { grants: ['CONTACT_READ'] })).toBe(200);
  expect(await changes(userId, { grants })).toBe(200);
  const own = (await rightsOf(pia.userId)).grants;
  await world.api.db
    .updateTable('users')
    .set({ grants: [...own, 'CALL_DELETE'] })
    .where('id', '=', pia.userId)
    .execute();
  expect(await changes(userId, { grants: [...grants, 'CALL_DELETE'] })).toBe(200);
  await world.api.db.updateTable('users').set({ grants: own }).where('id', '=', pia.userId).execute();
});

test('the right to listen to calls of a queue is given and taken by administrators alone', async () => {
  const { admin, member, api } = world;
  const listeners = async () => {
    const rows = await api.db.selectFrom('channel_members').select('user_id').where('supervises', '=', true).execute();
    return rows.map(({ user_id }) => user_id);
  };
  const team = (supervises: boolean) => [quinn, member].map(({ userId }) => ({ userId, dialedIn: false, supervises }));
  await api.db.updateTable('users').set({ admin: true }).where('id', '=', admin.userId).execute();
  const made = await world.ask(routes.createChannel, { body: { name: 'Helpline', members: team(true) } }, quinn);
  const set = (members: object[], who: Someone) =>
    statusOf(routes.setChannelMembers, { params: { channelId: made.body.channelId }, body: { members } } as never, who);
  expect(await listeners()).toEqual([]);
  expect(await set(team(true), quinn)).toBe(200);
  expect(await listeners()).toEqual([]);
  expect(await set([{ userId: member.userId, supervises: true }, { userId: quinn.userId }], admin)).toBe(200);
  expect(await listeners()).toEqual([member.userId]);
  expect(await set(team(false), quinn)).toBe(200);
  expect(await listeners()).toEqual([member.userId]);
});

test('users who administer users change nothing of an administrator, or of someone with another role', async () => {
  const before = await world.audited();
  for (const { userId } of [world.admin, quinn]) {
    const params = { userId };
    expect(await changes(userId, { email: 'mine@example.com' })).toBe(403);
    expect(await changes(userId, { admin: false, roles: [] })).toBe(403);
    const both = [world.member.userId, userId].map((id) => ({ userId: id, change: { department: 'Sales' } }));
    expect(await statusOf(routes.changeUsers, { body: { users: both } })).toBe(403);
    for (const route of [
      routes.makeResetLink,
      routes.resetSecondFactor,
      routes.signOutUser,
      routes.deactivateUser,
      routes.reactivateUser,
      routes.removeUser,
      routes.removeUserPicture,
      routes.resendInvitation,
      routes.withdrawInvitation,
    ]) {
      expect([route.path, await statusOf(route, { params } as never)]).toEqual([route.path, 403]);
    }
    expect(await statusOf(routes.setForwardingOfUser, { params, body: { isOn: false } })).toBe(403);
  }
  expect(await world.audited()).toEqual(before);
});

test('new and imported users get no role that the user who adds them does not hold', async () => {
  const about = { firstName: 'Nia', lastName: 'New' };
  const create = (body: object) => statusOf(routes.createUser, { body: { ...about, ...body } } as never);
  expect(await create({ email: 'n1@example.com', admin: true })).toBe(403);
  expect(await create({ email: 'n2@example.com', roles: ['numbers'] })).toBe(403);
  expect(await create({ email: 'n3@example.com', grants: ['INTEGRATION_WRITE'] })).toBe(403);
  expect(await create({ email: 'n4@example.com', roles: ['people'] })).toBe(200);
  const people = [{ ...about, email: 'n5@example.com', role: 'Administrator' }];
  const { body } = await world.ask(routes.checkPeople, { body: { people } }, pia);
  expect(body).toMatchObject({ people: [{ state: 'problem', problems: [{ cell: 'role', problem: 'roleNotYours' }] }] });
  expect((await world.ask(routes.checkPeople, { body: { people } })).body).toMatchObject({
    people: [{ state: 'ready' }],
  });
});

test('an administrator holds no roles, and the last one stays', async () => {
  const { userId } = world.member;
  const byAdmin = (body: object, id = userId) => changes(id, body, world.admin);
  expect(await byAdmin({ roles: ['reports', 'numbers'] })).toBe(200);
  expect(await rightsOf(userId)).toMatchObject({ roles: ['numbers', 'reports'] });
  expect(await byAdmin({ admin: true })).toBe(200);
  expect(await rightsOf(userId)).toMatchObject({ admin: true, roles: [] });
  expect(await byAdmin({ admin: false, roles: ['queues'] })).toBe(200);
  expect(await rightsOf(userId)).toMatchObject({ admin: false, roles: ['queues'] });
  expect(await byAdmin({ admin: false }, world.admin.userId)).toBe(409);
  expect(
    await statusOf(routes.changeUser, { params: { userId }, body: { roles: ['queues', 'queues'] } }, world.admin),
  ).toBe(400);
});

test('a user who administers queues changes shared channels only, and takes no number away', async () => {
  const { body: sales } = await world.ask(routes.createChannel, { body: { name: 'Sales' } }, quinn);
  const { routing } = await world.api.db
    .selectFrom('channels')
    .select('routing')
    .where('id', '=', sales.channelId)
    .executeTakeFirstOrThrow();
  const own = await world.api.db
    .selectFrom('channels')
    .select('id')
    .where('owner_user_id', '=', world.admin.userId)
    .executeTakeFirstOrThrow();
  const route = (channelId: string) =>
    statusOf(routes.setChannelRouting, { params: { channelId }, body: routing } as never, quinn);
  expect(await route(sales.channelId)).toBe(200);
  expect(await route(own.id)).toBe(403);
  const held = { state: 'closed', until: null } as const;
  expect(await statusOf(routes.switchChannel, { params: { channelId: own.id }, body: { held } }, quinn)).toBe(403);
  const number = '+4930555777';
  await world.runServer();
  await world.ask(routes.addNumbers, { body: { first: number, channelId: own.id } });
  expect(await statusOf(routes.createChannel, { body: { name: 'Thief', number } }, quinn)).toBe(403);
  await world.ask(routes.changeNumber, { params: { number }, body: { channelId: null } });
  expect(await statusOf(routes.createChannel, { body: { name: 'Heir', number } }, quinn)).toBe(200);
});

test('networks of the administration and the second step of administrators count for those with a role', async () => {
  const { db } = world.api;
  const { accountId } = world.admin;
  const rules = async (sign_in: object) => {
    await db
      .updateTable('accounts')
      .set({ sign_in: JSON.stringify(sign_in) })
      .where('id', '=', accountId)
      .execute();
  };
  await rules({ adminNetworks: ['203.0.113.0/24'] });
  const refused = await world.ask(routes.checkPeople, { body: { people: [{ email: 'a@example.com' }] } }, pia);
  expect(refused.body).toMatchObject({ code: 'NETWORK_NOT_ALLOWED' });
  await rules({ secondFactor: 'administrators' });
  const stateOf = async (who: Someone) => (await world.ask(routes.ownSecondFactor, {}, who)).body;
  expect(await stateOf(pia)).toMatchObject({ isRequired: true });
  expect(await stateOf(world.member)).toMatchObject({ isRequired: false });
  await rules({});
});

test('a role that is taken away while a request waits no longer counts', async () => {
  const { db } = world.api;
  const { accountId } = world.admin;
  const before = await world.audited();
  const waiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length;
  };
  // Changes of a company come one after the other: the request is admitted, and waits for this one.
  const { asked } = await administer(db, { accountId, userId: null, address: null }, async (trx) => {
    const asked = changes(world.member.userId, { department: 'Sales' });
    await expect.poll(waiting).toBeGreaterThan(0);
    await trx.updateTable('users').set({ roles: [] }).where('id', '=', pia.userId).execute();
    return { asked };
  });
  expect(await asked).toBe(403);
  expect(await world.audited()).toEqual(before);
});

test('the directory of users hides rights, addresses and how someone signs in, and shows that they have come in', async () => {
  const { db, url } = world.api;
  const { accountId } = world.admin;
  const about = { firstName: 'Ines', lastName: 'Gast', email: 'ines@example.com' };
  const { userId } = await createUser(db, { ...about, accountId });
  await hold({ userId }, ['people']);
  const client = liveClient(url, () => quinn.token);
  const seen = client.watch<AdminUser & { rev: number }>('adminUserDirectory');
  const ines = () => seen.rows?.find(({ id }) => id === userId);
  await expect.poll(ines).toMatchObject({ firstName: 'Ines', state: 'invited' });
  const link = { issuer: 'https://9.9.9.9', client_id: 'sidetone', subject: 'ines', given: '{}' };
  await db
    .insertInto('single_sign_on_links')
    .values({ ...link, user_id: userId, account_id: accountId })
    .execute();
  await expect.poll(() => ines()?.state).toBe('active');
  expect(ines()).toMatchObject({
    email: '',
    admin: false,
    roles: [],
    grants: [],
    devices: [],
    limits: null,
    emergencyAddress: null,
    secondFactor: { authenticator: false, passkeys: 0 },
    singleSignOn: false,
  });
  await client.close();
});
