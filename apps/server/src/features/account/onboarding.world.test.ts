import { setupPaths, user as userShape } from '@sidetone/contract/entities/user.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrateTo } from '../../storage/database.ts';
import { emptyDatabase } from '../../storage/testing/test-database.ts';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { readUser } from './user-row.ts';

let api: TestApi;
let nora: Awaited<ReturnType<typeof person>> & { token: string };

beforeAll(async () => {
  api = await testApi();
  const made = await person(api, { firstName: 'Nora' });
  nora = { ...made, token: (await signInAs(api.url, made.email)).access_token };
});
afterAll(() => api.stop());

const write = (onboarding: unknown) =>
  callRoute(api.url, nora.token, routes.updateUser, { body: { onboarding } as never });
const kept = async () => (await readUser(api.db, nora.userId))?.onboarding;

test('a new person begins with the setup, and each page of it is kept', async () => {
  expect(await kept()).toEqual({ completed: false, path: null });
  for (const path of setupPaths) {
    const { status, body } = await write({ completed: false, path });
    expect([status, body.onboarding]).toEqual([200, { completed: false, path }]);
    expect(await kept()).toEqual({ completed: false, path });
  }
  await write({ completed: true, path: null });
  expect(await kept()).toEqual({ completed: true, path: null });
});

test('a user who has finished the setup stays past it, whatever a window that is still in it reports', async () => {
  const eva = await person(api, { firstName: 'Eva', onboarded: true });
  const { access_token: token } = await signInAs(api.url, eva.email);
  const onboarding = { completed: false, path: '/setup/integrations' } as const;
  const { status, body } = await callRoute(api.url, token, routes.updateUser, {
    body: { onboarding, loggedCallDuration: 30 },
  });
  expect([status, body.onboarding, body.loggedCallDuration]).toEqual([200, { completed: true, path: null }, 30]);
});

test('a user who does not need the setup is past it, and another change leaves it as it is', async () => {
  const ada = await person(api, { firstName: 'Ada', onboarded: true });
  const { access_token: token } = await signInAs(api.url, ada.email);
  await callRoute(api.url, token, routes.updateUser, { body: { locale: 'de' } });
  expect((await readUser(api.db, ada.userId))?.onboarding).toEqual({ completed: true, path: null });
});

test.each([
  ['a page outside of it', { completed: false, path: '//elsewhere.example' }],
  ['half of it', { completed: true }],
  ['more than it', { completed: true, path: null, admin: true }],
])('%s is refused, and nothing changes', async (_what, onboarding) => {
  const before = await kept();
  expect((await write(onboarding)).status).toBe(400);
  expect(await kept()).toEqual(before);
});

test('people of before the migration are past the setup, unless they never came', async () => {
  const { db, drop } = await emptyDatabase();
  try {
    await migrateTo(db, '0021-removed-contacts');
    await sql`insert into accounts (id, name, plan) values ('s1', 'One', '{}')`.execute(db);
    await sql`insert into users (id, account_id, first_name, last_name, email, password_hash, settings) values
      ('w1', 's1', 'Anna', 'Ahorn', 'anna@example.com', 'x', '{"loggedCallDuration": 7}'),
      ('w2', 's1', 'Ivo', 'Invited', 'ivo@example.com', null, '{}')`.execute(db);
    await migrate(db);
    const { rows } = await sql<{ id: string; settings: object }>`select id, settings from users order by id`.execute(
      db,
    );
    const onboarding = userShape.shape.onboarding;
    expect(rows.map(({ id, settings }) => [id, onboarding.parse(Reflect.get(settings, 'onboarding'))])).toEqual([
      ['w1', { completed: true, path: null }],
      ['w2', { completed: false, path: null }],
    ]);
    expect(rows[0]?.settings).toMatchObject({ loggedCallDuration: 7 });
  } finally {
    await drop();
  }
});
