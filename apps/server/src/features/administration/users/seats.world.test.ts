import { typedPerson } from '@sidetone/contract/entities/people-import.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { changeCompany, commandLineOperator } from '../company/companies.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';

let world: TwoCompanies;
beforeAll(async () => {
  world = await twoCompanies();
});
afterAll(() => world.api.stop());

const limit = (users: number | null) =>
  changeCompany(world.api.db, commandLineOperator, { accountId: world.admin.accountId, limits: { users } });
const newcomer = (name: string) => ({ firstName: name, lastName: 'New', email: `${name.toLowerCase()}@seats.example` });
const add = (name: string) => world.ask(routes.createUser, { body: newcomer(name) });
const countOf = async () =>
  (
    await world.api.db
      .selectFrom('users')
      .select('id')
      .where('account_id', '=', world.admin.accountId)
      .where('deactivated_at', 'is', null)
      .execute()
  ).length;

test('a company gets as many users as it may have, however many administrators add some at the same time', async () => {
  await limit(4);
  const answers = await Promise.all(['Ann', 'Ben', 'Cleo', 'Dan'].map(add));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'USERS_FULL' });
  expect(await countOf()).toBe(4);
});

test('a seat becomes free with a deactivated user, who comes back when there is one', async () => {
  const params = { userId: world.member.userId };
  expect((await world.ask(routes.deactivateUser, { params })).status).toBe(200);
  expect((await add('Eli')).status).toBe(200);
  expect((await world.ask(routes.reactivateUser, { params })).body).toMatchObject({ code: 'USERS_FULL' });
  const users = [{ userId: world.member.userId, change: { isActive: true } }];
  expect((await world.ask(routes.changeUsers, { body: { users } })).body).toMatchObject({ code: 'USERS_FULL' });
  await limit(5);
  expect((await world.ask(routes.reactivateUser, { params })).status).toBe(200);
});

test('a limit below what is there takes nobody away, and lets nobody in', async () => {
  await limit(2);
  expect(await countOf()).toBe(5);
  expect((await add('Fay')).body).toMatchObject({ code: 'USERS_FULL' });
  expect((await world.ask(routes.changeUser, { params: world.member, body: { firstName: 'Ulrich' } })).status).toBe(
    200,
  );
});

test('of the people of a large table those get in for whom there are seats, and the check says so before', async () => {
  await limit(8);
  const people = Array.from({ length: 400 }, (_, at) =>
    typedPerson.parse({ firstName: 'Mass', lastName: `N${at}`, email: `mass${at}@seats.example` }),
  );
  const { body: checked } = await world.ask(routes.checkPeople, { body: { people } });
  expect(checked.people.filter(({ state }) => state === 'ready')).toHaveLength(3);
  expect(checked.people[3]?.problems).toMatchObject([{ cell: 'email', problem: 'usersFull' }]);
  const { body } = await world.ask(routes.importPeople, { body: { people } });
  await vi.waitFor(async () => {
    const found = await world.api.db
      .selectFrom('people_imports')
      .select(['state', 'created', 'refused'])
      .where('id', '=', body.id)
      .executeTakeFirst();
    expect(found).toEqual({ state: 'done', created: 3, refused: people.length - 3 });
  }, 20_000);
  expect(await countOf()).toBe(8);
});

test('a directory gets an answer that says that the company is full', async () => {
  const { body } = await world.ask(routes.createCompanyToken, {
    body: { name: 'Directory', scopes: ['directory'], days: 30 } as never,
  });
  const answer = await fetch(`${world.api.url}/scim/v2/Users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${(body as { token: string }).token}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'scim@seats.example',
      name: { givenName: 'Scim', familyName: 'New' },
      active: true,
    }),
  });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ detail: 'The company may have 8 users, and has them.' });
});
