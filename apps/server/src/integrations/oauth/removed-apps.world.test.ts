import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiBase } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { openPipedrive, type Pipedrive, removeApp } from '@sidetone/simulator/crm/pipedrive/pipedrive.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';

let company: Pipedrive;
let api: TestApi;
beforeAll(async () => {
  company = await openPipedrive();
  const { clientId: id, clientSecret: secret } = company.app;
  api = await testApi({
    config: {
      ...readConfig({}),
      port: 0,
      dataDir: mkdtempSync(join(tmpdir(), 'data-')),
      publicUrl: 'http://localhost:9',
      integrationPrivateHosts: ['127.0.0.1'],
      pipedriveUrl: company.url,
      integrationClients: new Map([['PIPEDRIVE', { id, secret }]]),
    },
  });
}, 60_000);
afterAll(async () => {
  await api.stop();
  company.close();
});

const callback = () => `${api.url}${apiBase}${routes.appRemoved.path}`;
const state = async (accountId: string) =>
  (
    await api.db
      .selectFrom('integrations')
      .select('state')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).state;

/** Signs in at the page of Pipedrive; gives the account. */
async function connected(): Promise<string> {
  const { accountId, email } = await person(api, { firstName: 'Anna', admin: true });
  const { access_token: token } = await signInAs(api.url, email);
  const begun = await fetch(`${api.url}${apiBase}${routes.startAuthSession.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'PIPEDRIVE', successPath: '/done', errorPath: '/failed' }),
  });
  const { url } = (await begun.json()) as { url: string };
  const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const form = new URLSearchParams(new URL(url).searchParams);
  form.set('decision', 'allow');
  const page = await fetch(new URL('/oauth/authorize', url), { method: 'POST', body: form, redirect: 'manual' });
  const back = new URL(page.headers.get('location') ?? '');
  const done = await fetch(`${callback()}${back.search}`, { headers: { cookie }, redirect: 'manual' });
  expect(done.headers.get('location')).toBe('/done');
  await vi.waitFor(async () => expect(await state(accountId)).toBe('CONNECTED'), { timeout: 20_000, interval: 50 });
  return accountId;
}

/** Says that an app was removed, as somebody who has its id and this secret. */
const say = async (secret: string, companyId: number) => {
  const { status } = await fetch(callback(), {
    method: 'DELETE',
    headers: {
      authorization: `Basic ${Buffer.from(`${company.app.clientId}:${secret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ company_id: companyId }),
  });
  return status;
};
const tokens = () => company.journal.filter(({ path }) => path.startsWith('/oauth/token')).length;

test('a company that removes the app is signed out immediately; nobody else is, no matter who says so', async () => {
  const accountId = await connected();
  const before = tokens();
  expect(await say('wrong', 77)).toBe(404);
  expect(await say(company.app.clientSecret, 78)).toBe(200);
  expect(tokens()).toBe(before);
  // Its tokens are still good: another one is fetched, and everything stays as it is.
  expect(await say(company.app.clientSecret, 77)).toBe(200);
  await vi.waitFor(() => expect(tokens()).toBe(before + 1), { timeout: 20_000, interval: 50 });
  expect(await state(accountId)).toBe('CONNECTED');
  expect(await removeApp(company, callback())).toBe(200);
  await vi.waitFor(async () => expect(await state(accountId)).toBe('AUTHENTICATION_REQUIRED'), {
    timeout: 20_000,
    interval: 50,
  });
}, 60_000);
