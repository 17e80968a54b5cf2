import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { changeCompany, commandLineOperator } from '../features/administration/company/companies.ts';
import { beginSignIn, browser, person, sendCredentials, signInAs, type TestApi, testApi } from '../testing/test-api.ts';

const server = 'https://phone.provider.example';
const own = 'https://phone.north.example';

let api: TestApi;
let nora: Awaited<ReturnType<typeof person>>;
let sam: Awaited<ReturnType<typeof person>>;
beforeAll(async () => {
  api = await testApi({ config: { ...readConfig({ TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: server }), port: 0 } });
  nora = await person(api, { firstName: 'Nora', admin: true });
  sam = await person(api, { firstName: 'Sam', admin: true });
  await changeCompany(api.db, commandLineOperator, { accountId: nora.accountId, publicUrl: own });
  // Told by the database, as to every server.
  await vi.waitFor(async () => expect(await infoAt(own)).toMatchObject({ company: { name: 'Nora & Co' } }));
});
afterAll(() => api.stop());

/** A browser behind a proxy, which came by this origin. */
function at(origin: string) {
  const { protocol, host } = new URL(origin);
  const { request, cookies } = browser(api.url);
  return {
    cookies,
    request(url: string, init: RequestInit = {}) {
      const { pathname, search } = new URL(url, origin);
      const forwarded = { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host };
      return request(`${pathname}${search}`, { ...init, headers: { ...(init.headers as object), ...forwarded } });
    },
  };
}

const infoAt = async (origin: string) => (await (await at(origin).request('/api/server-info')).json()) as object;
const asks = async (origin: string, token: string) =>
  (
    await at(origin).request(`/api${routes.updateUser.path}`, {
      method: routes.updateUser.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ locale: 'de' }),
    })
  ).status;
const triesAt = async (origin: string, email: string) => {
  const here = at(origin);
  const { uid } = await beginSignIn(here, origin);
  const answer = await sendCredentials(here, uid ?? '', { email, password: 'correct horse battery' });
  return { status: answer.status, body: (await answer.json()) as { code?: string } };
};

test('only users of a company sign in at its own address, and everybody at that of the server', async () => {
  const { access_token: token } = await signInAs(own, nora.email, at(own));
  expect(await asks(own, token)).toBe(200);
  expect(await triesAt(own, sam.email)).toMatchObject({ status: 401, body: { code: 'WRONG_CREDENTIALS' } });
  expect((await triesAt(server, sam.email)).status).toBe(200);
  expect((await triesAt(server, nora.email)).status).toBe(200);
  expect(await infoAt(server)).toMatchObject({ company: null });
});

test('a sign-in of another company is no use there, neither its token nor its cookies', async () => {
  const elsewhere = at(server);
  const { access_token: token, refresh_token: refreshToken } = await signInAs(server, sam.email, elsewhere);
  expect(await asks(server, token)).toBe(200);
  expect(await asks(own, token)).toBe(401);
  const refreshed = await at(own).request('/oidc/token', {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'sidetone', refresh_token: refreshToken }),
  });
  expect(refreshed.status).toBe(400);
  // The cookies of his session, brought by hand to the other address.
  const carried = at(own);
  for (const [key, cookie] of elsewhere.cookies) carried.cookies.set(key, cookie);
  expect((await beginSignIn(carried, own)).uid).toEqual(expect.any(String));
});

test('a name that nobody has is no address of this server', async () => {
  const { status } = await at('https://phone.stranger.example').request('/oidc/auth?client_id=sidetone');
  expect(status).toBe(400);
  await changeCompany(api.db, commandLineOperator, { accountId: nora.accountId, publicUrl: null });
  await vi.waitFor(async () => expect(await infoAt(own)).toMatchObject({ company: null }));
  expect((await at(own).request('/oidc/auth?client_id=sidetone')).status).toBe(400);
});
