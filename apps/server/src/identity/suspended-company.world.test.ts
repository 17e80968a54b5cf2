import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resumeCompany, suspendCompany } from '../features/administration/company/companies.ts';
import {
  beginSignIn,
  browser,
  callRoute,
  password,
  person,
  sendCredentials,
  signInAs,
  type TestApi,
  testApi,
} from '../testing/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.stop());

const asking = async (token: string) =>
  (await callRoute(api.url, token, routes.updateUser, { body: { locale: 'de' } })).status;
const signIn = async (email: string, as = password) => {
  const at = browser(api.url);
  const { uid } = await beginSignIn(at, api.url);
  const answer = await sendCredentials(at, uid ?? '', { email, password: as });
  return { status: answer.status, body: (await answer.json()) as { code?: string } };
};

test('a suspended company is signed out, and signs in again once it is resumed', async () => {
  const ida = await person(api, { firstName: 'Ida' });
  const { access_token: token, refresh_token: refreshToken } = await signInAs(api.url, ida.email);
  expect(await asking(token)).toBe(200);

  await suspendCompany(api.db, ida.accountId);
  expect(await asking(token)).toBe(401);
  const refreshed = await fetch(`${api.url}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'sidetone', refresh_token: refreshToken }),
  });
  expect(refreshed.status).toBe(400);
  // Only those who prove who they are learn of it.
  expect(await signIn(ida.email, 'not the password')).toMatchObject({
    status: 401,
    body: { code: 'WRONG_CREDENTIALS' },
  });
  expect(await signIn(ida.email)).toMatchObject({ status: 403, body: { code: 'COMPANY_SUSPENDED' } });

  await resumeCompany(api.db, ida.accountId);
  const { access_token: again } = await signInAs(api.url, ida.email);
  expect(await asking(again)).toBe(200);
});
