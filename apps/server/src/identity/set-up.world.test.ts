import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callRoute, password, signInAs, type TestApi, testApi } from '../testing/test-api.ts';
import { isLoopback, setUp } from './set-up.ts';
import { signInThrottle } from './throttle.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.stop());

const request = {
  company: 'Acme',
  firstName: 'Ada',
  lastName: 'Admin',
  email: 'ada@acme.example',
  password,
  locale: 'de' as const,
};
const elsewhere = { address: '192.168.1.7', handedOn: false };
const needed = async () => (await callRoute(api.url, undefined, routes.setupState, {})).body.needed;

test('from elsewhere the first administrator needs the printed code', async () => {
  const deps = { db: api.db, throttle: signInThrottle(api.db), code: '1234-5678' };
  await expect(setUp(deps, request, elsewhere)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(setUp(deps, { ...request, code: '0000-0000' }, elsewhere)).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  const proxied = { address: '127.0.0.1', handedOn: true };
  await expect(setUp(deps, request, proxied)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const without = { ...deps, code: undefined };
  await expect(setUp(without, { ...request, code: '' }, elsewhere)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await needed()).toBe(true);
});

test('the first administrator may not choose a password that is tried first', async () => {
  for (const common of ['Password123!', 'qwertz12345', 'Sommer2026!!']) {
    const reply = await callRoute(api.url, undefined, routes.setUp, { body: { ...request, password: common } });
    expect([common, reply]).toMatchObject([common, { status: 400, body: { issues: [{ path: 'password' }] } }]);
  }
  expect(await needed()).toBe(true);
});

test('the first administrator is made once, even when asked for twice at the same moment, and signs in', async () => {
  const answers = await Promise.all(
    [request, { ...request, email: 'other@acme.example' }].map((body) =>
      callRoute(api.url, undefined, routes.setUp, { body }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await needed()).toBe(false);
  const { email, admin } = await api.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  expect(admin).toBe(true);
  expect((await signInAs(api.url, email)).id_token).toBeTruthy();
});

test('which addresses are this machine', () => {
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(isLoopback)).toEqual([true, true, true]);
  expect(['10.0.0.1', '::ffff:10.0.0.1', '1127.0.0.1', '2001:db8::1'].map(isLoopback)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
