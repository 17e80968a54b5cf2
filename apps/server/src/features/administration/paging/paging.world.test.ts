import { newPagingGroup, pagingGroupChange } from '@sidetone/contract/entities/paging-group.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { directory } from '../../../exchange-memory/directory.ts';
import { pagingGroups } from '../../../exchange-memory/paging-groups.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';
import { pagingGroupsOf } from './group-row.ts';

let world: TwoCompanies;
beforeAll(async () => {
  world = await twoCompanies();
});
afterAll(async () => await world.api.stop());

const add = (given: object) =>
  world.ask(routes.createPagingGroup, { body: newPagingGroup.parse({ name: 'Shop', ...given }) });
const change = (groupId: string, given: object) =>
  world.ask(routes.changePagingGroup, {
    params: { groupId },
    body: pagingGroupChange.parse({ name: 'Shop', ...given }),
  });
const heard = (number: string) => pagingGroups(world.api.db).pagingGroup(world.admin.accountId, number);

test('a group is made, heard by the exchange as it is, changed, and deleted, with a line in the log for each', async () => {
  const { userId } = world.member;
  const made = await add({ number: '41', memberIds: [userId, userId], longestSeconds: 30 });
  expect(made.status).toBe(200);
  const groupId = made.body.id;
  expect(await heard('41')).toEqual({
    groupId,
    name: 'Shop',
    longestSeconds: 30,
    callerIds: null,
    members: [{ userId, isDnd: false }],
  });
  await world.api.db.updateTable('users').set({ is_dnd: true }).where('id', '=', userId).execute();
  expect((await heard('41'))?.members).toEqual([{ userId, isDnd: true }]);
  await world.api.db.updateTable('users').set({ is_dnd: false }).where('id', '=', userId).execute();
  expect((await change(groupId, { number: '42', memberIds: [], callerIds: [userId], revision: 0 })).status).toBe(200);
  expect(await heard('41')).toBeNull();
  expect(await heard('42')).toMatchObject({ callerIds: [userId], members: [], longestSeconds: 120 });
  expect((await change(groupId, { number: '43', revision: 0 })).status).toBe(409);
  expect((await world.ask(routes.deletePagingGroup, { params: { groupId } })).status).toBe(200);
  expect(await heard('42')).toBeNull();
  const lines = await world.api.db
    .selectFrom('audit_log')
    .select('action')
    .where('target', '=', groupId)
    .orderBy('id')
    .execute();
  expect(lines.map(({ action }) => action)).toEqual([
    'pagingGroup.created',
    'pagingGroup.changed',
    'pagingGroup.removed',
  ]);
});

test('a number belongs to one group, and users of another company to none', async () => {
  const { id } = (await add({ number: '51' })).body;
  expect(await add({ number: '51' })).toMatchObject({
    status: 409,
    body: { issues: [{ path: 'number', message: 'numberTaken' }] },
  });
  for (const named of [{ memberIds: [world.stranger.userId] }, { callerIds: [world.stranger.userId] }]) {
    expect((await add({ number: '52', ...named })).status).toBe(400);
    expect((await change(id, { number: '51', ...named })).status).toBe(400);
  }
  expect(await pagingGroups(world.api.db).pagingGroup(world.stranger.accountId, '51')).toBeNull();
  expect(await pagingGroupsOf(world.api.db, world.stranger.accountId)).toEqual([]);
});

test('the simulation says how many phones are paged', async () => {
  await add({ number: '61', memberIds: [world.member.userId] });
  const trial = await world.ask(routes.tryRouting, { body: { to: { number: '*1161' }, at: null } });
  expect(trial.body.steps).toEqual([{ kind: 'page', afterSeconds: 0, name: 'Shop', phones: expect.any(Number) }]);
  expect((await world.ask(routes.tryRouting, { body: { to: { number: '*1162' }, at: null } })).status).toBe(404);
});

test('there are as many groups as there may be', async () => {
  const { db } = world.api;
  const rows = Array.from({ length: 50 }, (_none, at) => ({
    id: `g-many-${at}`,
    account_id: world.admin.accountId,
    name: 'Many',
    number: String(2000 + at),
    longest_seconds: 10,
    all_may_page: true,
  }));
  await db.insertInto('paging_groups').values(rows).execute();
  expect(await add({ number: '71' })).toMatchObject({ status: 409, body: { issues: [{ message: 'tooMany' }] } });
  await db.deleteFrom('paging_groups').where('name', '=', 'Many').execute();
});

test('calls know which users do not want colleagues to call in', async () => {
  const { userId } = world.member;
  const refuses = async () => {
    const line = await world.api.db
      .selectFrom('channels')
      .select('id')
      .where('owner_user_id', '=', userId)
      .where('type', '=', 'private')
      .executeTakeFirstOrThrow();
    const channel = await directory(world.api.db).channelById(line.id);
    return channel?.members.find((each) => each.userId === userId)?.refusesIntercom;
  };
  expect(await refuses()).toBe(false);
  await world.ask(routes.updateUser, { body: { refusesIntercom: true } }, world.member);
  expect(await refuses()).toBe(true);
});
