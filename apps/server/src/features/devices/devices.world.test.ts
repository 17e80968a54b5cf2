import { createHash } from 'node:crypto';
import { appExtension } from '@sidetone/contract/entities/app-extension.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credentials } from '../../exchange-memory/credentials.ts';
import { openRegistrationStore } from '../../exchange-memory/registration-store.ts';
import { callRoute, password, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { hearWithdrawnDevices } from './withdrawn-devices.ts';

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
  // What is kept is a secret that nobody is told; passwords of sign-ins are made of it.
  expect(api.box.unseal(row.password_sealed)).not.toBe(extension.password);
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

test('signed-in users get ICE servers', async () => {
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
      (await credentials(api.db, api.box).bySipUsername(username)).some(
        ({ ha1 }) => ha1 === md5(`${username}:sidetone:${password}`),
      );
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
      const theirs = appExtension.parse(await eva.read(eva.there));
      // It is one extension, and each sign-in has a password of its own for it, in every window the same.
      expect(theirs).toEqual({ ...eva.before, password: expect.any(String) });
      expect(theirs.password).not.toBe(eva.before.password);
      expect(await eva.read(eva.here)).toEqual(eva.before);
      expect([await eva.fits(eva.before), await eva.fits(theirs)]).toEqual([true, true]);
      expect((await end(eva)).status).toBe(200);
      expect([await eva.fits(eva.before), await eva.fits(theirs)]).toEqual([true, false]);
      expect(await eva.read(eva.there)).toBe(401);
      expect(await eva.read(eva.here)).toEqual(eva.before);
    },
  );

  test('is not believed after a restart of the phone system either', async () => {
    const gina = await signedInTwice('Gina');
    const store = openRegistrationStore(api.db, { node: 'gone', epoch: 1 });
    const binding = {
      id: 'of-gina',
      endpointId: gina.before.id,
      userId: gina.userId,
      contactUri: 'sip:gina@127.0.0.1:5070',
      transport: 'udp' as const,
      remoteAddress: '127.0.0.1',
      remotePort: 5070,
      instanceId: null,
      regId: null,
      path: [],
      sipCallId: 'a',
      cseq: 1,
      userAgent: null,
      expiresAt: new Date(Date.now() + 3_600_000),
      suspect: false,
    };
    await store.write({ saved: [binding], removed: [] });
    await callRoute(api.url, gina.here, routes.endOtherSignIns, {});
    expect(await openRegistrationStore(api.db, { node: 'gone', epoch: 2 }).load()).toEqual([]);
  });

  test('is immediately known to be withdrawn by the phone system', async () => {
    const frank = await signedInTwice('Frank');
    const heard: (string | null)[] = [];
    const stop = hearWithdrawnDevices(
      api.feed,
      () => undefined,
      (id) => heard.push(id),
    );
    await callRoute(api.url, frank.here, routes.endOtherSignIns, {});
    await expect.poll(() => heard).toEqual([frank.before.id]);
    stop();
    // It is the same extension afterwards, with what its owner chose for it.
    expect(await frank.read(frank.here)).toMatchObject({ id: frank.before.id });
  });

  test('is worth nothing where a stolen token ended the sign-in, either', async () => {
    const hugo = await person(api, { firstName: 'Hugo' });
    const signedIn = await signInAs(api.url, hugo.email);
    const body = { appExtensionType: 'desktop_app_register' as const, alias: 'Browser', owner: hugo.userId };
    const made = await callRoute(api.url, signedIn.access_token, routes.createAppExtension, { body });
    const { username } = appExtension.parse(made.body);
    const known = () => credentials(api.db, api.box).bySipUsername(username);
    expect(await known()).toHaveLength(1);
    const use = () =>
      fetch(`${api.url}/oidc/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          client_id: 'sidetone',
          refresh_token: signedIn.refresh_token,
        }),
      });
    expect((await use()).status).toBe(200);
    expect(await known()).toHaveLength(1);
    expect((await use()).status).toBe(400);
    expect(await known()).toEqual([]);
  });

  test('is that of a user with many sign-ins, of which the newest count', async () => {
    const ida = await signedInTwice('Ida');
    await sql`insert into oidc_documents (model, id, payload)
      select 'Grant', 'many-' || n, jsonb_build_object('accountId', ${ida.userId}::text, 'iat', n)
        from generate_series(1, 300) n`.execute(api.db);
    await sql`insert into oidc_documents (model, id, grant_id, payload, expires_at)
      select 'RefreshToken', 'token-' || n, 'many-' || n, '{}', now() + interval '1 day'
        from generate_series(1, 300) n`.execute(api.db);
    const known = await credentials(api.db, api.box).bySipUsername(ida.before.username);
    expect(known).toHaveLength(200);
    expect(await ida.fits(ida.before)).toBe(true);
  });
});
