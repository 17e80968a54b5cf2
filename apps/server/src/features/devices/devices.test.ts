import { createHash } from 'node:crypto';
import { appExtension } from '@sidetone/contract/entities/app-extension.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.stop());

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

test('a person without an app extension gets one, and from then on the same one', async () => {
  const anna = await person(api, { firstName: 'Anna' });
  const token = (await signInAs(api.url, anna.email)).access_token;
  const list = () => callRoute(api.url, token, routes.appExtensions, { params: { webUserId: anna.userId } });
  expect(await list()).toEqual({ status: 200, body: [] });
  const body = { appExtensionType: 'desktop_app_register' as const, alias: 'Browser', owner: anna.userId };
  const made = await Promise.all([1, 2].map(() => callRoute(api.url, token, routes.createAppExtension, { body })));
  const extension = appExtension.parse(made[0]?.body);
  expect(made[1]?.body).toEqual(extension);
  expect((await list()).body).toEqual([extension]);
  expect(extension.sipServerWebsocketUrl).toBe(`${api.url.replace('http', 'ws')}/sip`);
  expect(extension.sipServer).toBe('127.0.0.1');

  const row = await api.db.selectFrom('endpoints').selectAll().executeTakeFirstOrThrow();
  expect(row.ha1).toBe(md5(`${extension.username}:sidetone:${extension.password}`));
  expect(row.password_sealed.toString('latin1')).not.toContain(extension.password);
});

test("nobody sees or makes somebody else's", async () => {
  const bert = await person(api, { firstName: 'Bert' });
  const admin = await person(api, { firstName: 'Cora', accountId: bert.accountId, admin: true });
  const token = (await signInAs(api.url, admin.email)).access_token;
  const read = await callRoute(api.url, token, routes.appExtensions, { params: { webUserId: bert.userId } });
  const made = await callRoute(api.url, token, routes.createAppExtension, {
    body: { appExtensionType: 'desktop_app_register', alias: 'x', owner: bert.userId },
  });
  expect([read.status, made.status]).toEqual([404, 404]);
});

test('ICE servers are told to those who are signed in', async () => {
  const dora = await person(api, { firstName: 'Dora' });
  const token = (await signInAs(api.url, dora.email)).access_token;
  expect((await callRoute(api.url, token, routes.iceServers, {})).body).toEqual({ iceServers: [] });
  expect((await callRoute(api.url, undefined, routes.iceServers, {})).status).toBe(401);
});
