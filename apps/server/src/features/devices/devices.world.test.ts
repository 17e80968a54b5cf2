import { createHash } from 'node:crypto';
import { appExtension } from '@sidetone/contract/entities/app-extension.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callRoute, password, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { hearWithdrawnDevices } from '../../withdrawn-devices.ts';
import { credentials } from '../directory/credentials.ts';
import { openRegistrationStore } from '../registrations/registration-store.ts';

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
  expect(api.box.unseal(row.password_sealed)).toBe(extension.password);
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
describe('what an app rings and calls with', () => {
  const signedInTwice = async (firstName: string) => {
    const who = await person(api, { firstName });
    const [here, there] = [await signInAs(api.url, who.email), await signInAs(api.url, who.email)];
    const body = { appExtensionType: 'desktop_app_register' as const, alias: 'Browser', owner: who.userId };
    const made = await callRoute(api.url, here.access_token, routes.createAppExtension, { body });
    const read = async (token: string) => {
      const reply = await callRoute(api.url, token, routes.appExtensions, { params: { webUserId: who.userId } });
      return reply.status === 200 ? appExtension.parse(reply.body[0]) : reply.status;
    };
    const before = appExtension.parse(made.body);
    const fits = async ({ username, password }: typeof before) =>
      (await credentials(api.db, api.box).bySipUsername(username))?.ha1 === md5(`${username}:sidetone:${password}`);
    const [other] = (await callRoute(api.url, here.access_token, routes.ownSignIns, {})).body.signIns.filter(
      ({ isThis }) => !isThis,
    );
    const { userId } = who;
    return {
      userId,
      here: here.access_token,
      there: there.access_token,
      other: other?.id ?? '',
      before,
      read,
      fits,
    };
  };

  test.each([
    [
      'one other sign-in',
      ({ here, other }) => callRoute(api.url, here, routes.endSignIn, { params: { signInId: other } }),
    ],
    ['all other sign-ins', ({ here }) => callRoute(api.url, here, routes.endOtherSignIns, {})],
    [
      'them by another password',
      ({ here }) =>
        callRoute(api.url, here, routes.changePassword, {
          body: { current: password, password: 'a new long password' },
        }),
    ],
  ] satisfies [string, (at: { here: string; other: string }) => Promise<{ status: number }>][])(
    'is worth nothing to whom is signed out by ending %s',
    async (_, end) => {
      const eva = await signedInTwice(`Eva ${_}`);
      expect(await eva.fits(eva.before)).toBe(true);
      expect((await end(eva)).status).toBe(200);
      expect(await eva.fits(eva.before)).toBe(false);
      expect(await eva.read(eva.there)).toBe(401);

      // Whoever is still signed in has the same extension, and in every window the same new password.
      const now = await Promise.all([eva.read(eva.here), eva.read(eva.here)]);
      expect(now[0]).toEqual({ ...eva.before, password: expect.not.stringMatching(eva.before.password) });
      expect(now[1]).toEqual(now[0]);
      expect(await eva.fits(appExtension.parse(now[0]))).toBe(true);
    },
  );

  test('is not believed after a restart of the phone system either', async () => {
    const gina = await signedInTwice('Gina');
    const store = openRegistrationStore(api.db, { node: 'gone', epoch: 1 });
    await store.save({
      ...{ id: 'of-gina', endpointId: gina.before.id, userId: gina.userId, contactUri: 'sip:gina@127.0.0.1:5070' },
      ...{ transport: 'udp', remoteAddress: '127.0.0.1', remotePort: 5070, instanceId: null, regId: null, path: [] },
      ...{ callId: 'a', cseq: 1, userAgent: null, expiresAt: new Date(Date.now() + 3_600_000), suspect: false },
    });
    await callRoute(api.url, gina.here, routes.endOtherSignIns, {});
    expect(await openRegistrationStore(api.db, { node: 'gone', epoch: 2 }).load()).toEqual([]);
  });

  test('is known at once to be withdrawn by the phone system', async () => {
    const frank = await signedInTwice('Frank');
    const heard: string[] = [];
    const stop = hearWithdrawnDevices(
      api.feed,
      (id) => heard.push(id),
      () => undefined,
    );
    await callRoute(api.url, frank.here, routes.endOtherSignIns, {});
    await expect.poll(() => heard).toEqual([frank.before.id]);
    stop();
    // It is the same extension afterwards, with what its owner chose for it.
    expect(await frank.read(frank.here)).toMatchObject({ id: frank.before.id });
  });
});
