import type { UsersChange } from '@sidetone/contract/entities/admin-user.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { person } from '../../../testing/test-api.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';

let world: TwoCompanies;
let queue: string;
beforeAll(async () => {
  world = await twoCompanies();
  await world.runServer();
  queue = (await world.ask(routes.createChannel, { body: { name: 'Service', extension: '90' } })).body.channelId;
  await world.ask(routes.addNumbers, { body: { first: '+493012345610', last: '+493012345699' } });
});
afterAll(() => world.api.stop());

const colleague = (firstName: string) => person(world.api, { firstName, accountId: world.admin.accountId });
const change = (users: UsersChange, who?: { token: string }) => world.ask(routes.changeUsers, { body: { users } }, who);
const rowOf = (userId: string) =>
  world.api.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
const membersOf = async (channelId: string) => {
  const rows = await world.api.db
    .selectFrom('channel_members')
    .select('user_id')
    .where('channel_id', '=', channelId)
    .execute();
  return rows.map((row) => row.user_id).sort();
};
const numbersOf = async (channelId: string) => {
  const rows = await world.api.db.selectFrom('numbers').select('e164').where('channel_id', '=', channelId).execute();
  return rows.map(({ e164 }) => e164);
};

test('many users get a department, a language, a role, a queue and their numbers together; each change is in the audit log', async () => {
  const [ann, ben] = [await colleague('Ann'), await colleague('Ben')];
  const { status } = await change([
    {
      userId: ann.userId,
      change: {
        department: 'Sales',
        locale: 'en',
        admin: true,
        joinChannelIds: [queue],
        addNumbers: ['+493012345623'],
      },
    },
    { userId: ben.userId, change: { department: 'Sales', joinChannelIds: [queue], addNumbers: ['+493012345624'] } },
  ]);
  expect(status).toBe(200);
  expect(await rowOf(ann.userId)).toMatchObject({ department: 'Sales', locale: 'en', admin: true });
  expect(await rowOf(ben.userId)).toMatchObject({ department: 'Sales', admin: false });
  expect(await membersOf(queue)).toEqual([ann.userId, ben.userId].sort());
  expect(await numbersOf(ben.channelId)).toEqual(['+493012345624']);
  const actions = (await world.audited()).filter(({ target }) => target === ann.userId).map(({ action }) => action);
  expect(actions).toEqual(['user.changed', 'user.roleChanged']);

  const back = [ann, ben].map(({ userId }, at) => ({
    userId,
    change: { leaveChannelIds: [queue], removeNumbers: [`+49301234562${at + 3}`], department: null },
  }));
  expect((await change(back)).status).toBe(200);
  expect(await membersOf(queue)).toEqual([]);
  expect(await numbersOf(ben.channelId)).toEqual([]);
});

test('of a change that one of them refuses, nothing stays, and the refusal names them', async () => {
  const [cara, dora] = [await colleague('Cara'), await colleague('Dora')];
  const refused = await change([
    { userId: cara.userId, change: { department: 'Office', addNumbers: ['+493012345630'] } },
    { userId: dora.userId, change: { department: 'Office', addNumbers: ['+493012345630'] } },
  ]);
  expect(refused).toMatchObject({
    status: 409,
    body: { issues: [{ path: 'users.1.addNumbers', message: 'numberTaken' }] },
  });
  expect(await rowOf(cara.userId)).toMatchObject({ department: null });
  expect(await numbersOf(cara.channelId)).toEqual([]);
});

test('users are deactivated and let in again together, but never all administrators', async () => {
  const [emil, fred] = [await colleague('Emil'), await colleague('Fred')];
  const both = (isActive: boolean) => [emil, fred].map(({ userId }) => ({ userId, change: { isActive } }));
  expect((await change(both(false))).status).toBe(200);
  expect((await rowOf(fred.userId)).deactivated_at).not.toBeNull();
  expect((await change(both(true))).status).toBe(200);
  expect((await rowOf(fred.userId)).deactivated_at).toBeNull();

  const admins = await world.api.db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', world.admin.accountId)
    .where('admin', '=', true)
    .execute();
  const refused = await change(admins.map(({ id }) => ({ userId: id, change: { isActive: false } })));
  expect(refused.status).toBe(409);
  expect((await rowOf(world.admin.userId)).deactivated_at).toBeNull();
});

test('users and channels of another company do not exist, and nobody is listed twice', async () => {
  const { member, stranger } = world;
  const mine = [{ userId: member.userId, change: { locale: 'en' as const } }];
  expect((await change(mine, stranger)).status).toBe(404);
  expect((await change([{ userId: member.userId, change: { joinChannelIds: [stranger.channelId] } }])).status).toBe(
    404,
  );
  const left = await change([{ userId: member.userId, change: { leaveChannelIds: ['nowhere'] } }]);
  expect(left).toMatchObject({
    status: 404,
    body: { issues: [{ path: 'users.0.leaveChannelIds', message: 'channelUnknown' }] },
  });
  expect((await change([...mine, ...mine])).status).toBe(400);
});
