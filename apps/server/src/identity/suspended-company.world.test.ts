import { deliverAssistantResult } from '@sidetone/contract/http/ai/assistant-routes.ts';
import { mcpRoutes } from '@sidetone/contract/http/ai/mcp-routes.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLineOperator, resumeCompany, suspendCompany } from '../features/administration/company/companies.ts';
import { assistantOf } from '../features/mcp/tokens.ts';
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

  await suspendCompany(api.db, commandLineOperator, ida.accountId);
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

  await resumeCompany(api.db, commandLineOperator, ida.accountId);
  const { access_token: again } = await signInAs(api.url, ida.email);
  expect(await asking(again)).toBe(200);
});

test('tokens of a suspended company are refused, and work again once it is resumed', async () => {
  const olga = await person(api, { firstName: 'Olga', admin: true });
  const { access_token: signedIn } = await signInAs(api.url, olga.email);
  const scoped = { name: 'Reports', days: 30 } as const;
  const company = await callRoute(api.url, signedIn, routes.createCompanyToken, {
    body: { ...scoped, scopes: ['users'] },
  });
  const personal = await callRoute(api.url, signedIn, routes.createPersonalToken, {
    body: { ...scoped, scopes: ['calls'] },
  });
  const mcp = await callRoute(api.url, signedIn, mcpRoutes.createMcpToken, {
    body: { name: 'Helper', mayWriteNotes: false },
  });
  const assistant = await callRoute(api.url, signedIn, routes.createAssistant, {
    body: { name: 'Front desk', topics: [{ label: 'Offer', color: 'blue' }] },
  });
  const params = { assistantId: assistant.body.id };
  const agent = await callRoute(api.url, signedIn, routes.createAssistantToken, { params, body: { name: 'Agent' } });
  const delivery = { id: '1', startedAt: '2026-11-20T10:06:00.000Z' };
  const statuses = async () => [
    (await callRoute(api.url, company.body.token, routes.listUsers, {})).status,
    (await callRoute(api.url, personal.body.token, routes.ownCalls, { query: {} } as never)).status,
    (await callRoute(api.url, agent.body.token, deliverAssistantResult, { params, body: delivery })).status,
    await assistantOf(api.db, mcp.body.token).then(
      () => 200,
      ({ code }) => code,
    ),
  ];
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  // Nothing but the company itself, whose tokens stay where they are.
  const suspend = (at: Date | null) =>
    api.db.updateTable('accounts').set({ suspended_at: at }).where('id', '=', olga.accountId).execute();
  await suspend(new Date());
  expect(await statuses()).toEqual([401, 401, 401, 'UNAUTHENTICATED']);
  await suspend(null);
  expect(await statuses()).toEqual([200, 200, 200, 200]);
});
