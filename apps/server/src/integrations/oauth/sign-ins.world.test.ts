import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiBase } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { type HubSpot, openHubSpot } from '@sidetone/simulator/crm/hubspot/hubspot.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { forgetOldSignIns } from './sign-ins.ts';

let portal: HubSpot;
let api: TestApi;
let anna: { userId: string; accountId: string; token: string };
let ben: { userId: string; accountId: string; token: string };
beforeAll(async () => {
  portal = await openHubSpot();
  api = await testApi({
    config: {
      ...readConfig({}),
      port: 0,
      dataDir: mkdtempSync(join(tmpdir(), 'data-')),
      publicUrl: 'http://localhost:9',
      integrationPrivateHosts: ['127.0.0.1'],
      hubSpotUrl: portal.url,
      hubSpotAppUrl: portal.url,
      integrationClients: new Map([['HUBSPOT', { id: portal.app.clientId, secret: portal.app.clientSecret }]]),
    },
  });
  anna = await signedIn({ firstName: 'Anna', admin: true });
  ben = await signedIn({ firstName: 'Ben', accountId: anna.accountId });
}, 60_000);
afterAll(async () => {
  await api.stop();
  portal.close();
});
beforeEach(() => portal.setClock(0));
afterEach(async () => {
  await api.db.deleteFrom('integrations').where('name', '=', 'HUBSPOT').execute();
  await api.db.deleteFrom('crm_sign_ins').execute();
});

async function signedIn(about: Parameters<typeof person>[1]) {
  const made = await person(api, about);
  return { ...made, token: (await signInAs(api.url, made.email)).access_token };
}

const paths = { successPath: '/crm-sign-in/HUBSPOT/done', errorPath: '/crm-sign-in/HUBSPOT/failed' };

/** Begins a sign-in as the app does; gives the vendor's page and the cookie that the browser keeps. */
async function begin(body: object = {}, who = anna) {
  const response = await fetch(`${api.url}${apiBase}${routes.startAuthSession.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'HUBSPOT', ...paths, ...body }),
  });
  const said = (await response.json()) as { url: string; code?: string };
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0])[0];
  return { status: response.status, ...said, cookie, setCookie: response.headers.getSetCookie() };
}

/** Presses a button on the vendor's page; gives where it sends the browser back to. */
async function decide(url: string, decision: 'connect' | 'cancel'): Promise<URL> {
  const form = new URLSearchParams(new URL(url).searchParams);
  form.set('decision', decision);
  const response = await fetch(new URL('/oauth/authorize', url), { method: 'POST', body: form, redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '');
}

/** The browser comes back; gives the path of the app that it is sent to. */
async function comeBack(back: URL, cookie: string | undefined): Promise<string> {
  expect(back.origin + back.pathname).toBe(`http://localhost:9${apiBase}/integrations/callback`);
  const headers = cookie === undefined ? {} : { cookie };
  const response = await fetch(`${api.url}${back.pathname}${back.search}`, { headers, redirect: 'manual' });
  expect(response.status).toBe(303);
  return response.headers.get('location') ?? '';
}

const connected = () =>
  api.db
    .selectFrom('integrations')
    .leftJoin('integration_tokens', 'integration_tokens.integration_id', 'integrations.id')
    .select(['integrations.id', 'state', 'key_sealed', 'sealed', 'version', 'contact_count', 'problem'])
    .where('account_id', '=', anna.accountId)
    .where('name', '=', 'HUBSPOT')
    .executeTakeFirst();

test('SINTEG-018 API-066: an administrator signs in at HubSpot, and its contacts come', async () => {
  portal.objects.add('contacts', { firstname: 'Uta', phone: '+492214710562' });
  const offers = await callRoute(api.url, anna.token, routes.supportedIntegrations, {});
  const offer = offers.body.integrations.find(({ name }) => name === 'HUBSPOT');
  expect([offer?.isOAuth, offer?.configurationValues]).toEqual([true, []]);
  const { url, cookie, setCookie } = await begin();
  expect(setCookie[0]).toMatch(/; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
  expect(await comeBack(await decide(url, 'connect'), cookie)).toBe(paths.successPath);
  const row = await connected();
  expect(row?.key_sealed).toBeNull();
  expect(row?.sealed).toBeInstanceOf(Buffer);
  await vi.waitFor(async () => expect((await connected())?.contact_count).toBe(1), 10_000);
  const { rows } = await sql<{ action: string }>`select action from audit_log where target = ${row?.id}`.execute(
    api.db,
  );
  expect(rows.map(({ action }) => action)).toEqual(['integration.connected']);
});

test('a code counts once, and so does a state', async () => {
  const { url, cookie } = await begin();
  const back = await decide(url, 'connect');
  expect(await comeBack(back, cookie)).toBe(paths.successPath);
  expect(await comeBack(back, cookie)).toBe(`${paths.errorPath}?problem=expired`);
  const made = new URL(back);
  made.searchParams.set('state', 'a-state-that-nobody-began');
  expect(await comeBack(made, cookie)).toBe('/crm-sign-in/unknown/failed?problem=expired');
});

test('another browser than the one that began it connects nothing, and takes nothing from it', async () => {
  const { url, cookie } = await begin();
  const back = await decide(url, 'connect');
  expect(await comeBack(back, undefined)).toBe(`${paths.errorPath}?problem=otherBrowser`);
  const other = await begin();
  expect(await comeBack(back, other.cookie)).toBe(`${paths.errorPath}?problem=otherBrowser`);
  expect(await connected()).toBeUndefined();
  expect(await comeBack(back, cookie)).toBe(paths.successPath);
});

test('who says no at HubSpot, and who comes too late, comes back to the page that says so', async () => {
  const first = await begin();
  expect(await comeBack(await decide(first.url, 'cancel'), first.cookie)).toBe(`${paths.errorPath}?problem=denied`);
  const second = await begin();
  const back = await decide(second.url, 'connect');
  await api.db.updateTable('crm_sign_ins').set({ expires_at: sql`now()` }).execute();
  expect(await comeBack(back, second.cookie)).toBe(`${paths.errorPath}?problem=expired`);
  expect(await connected()).toBeUndefined();
});

test('sign-ins of yesterday are forgotten', async () => {
  await begin();
  await forgetOldSignIns(api.db);
  const count = async () => (await api.db.selectFrom('crm_sign_ins').selectAll().execute()).length;
  expect(await count()).toBe(1);
  await api.db.updateTable('crm_sign_ins').set({ expires_at: sql`now() - interval '25 hours'` }).execute();
  await forgetOldSignIns(api.db);
  expect(await count()).toBe(0);
});

test('only who may connect signs in, to paths of the app alone', async () => {
  expect((await begin({}, ben)).status).toBe(403);
  for (const successPath of ['//evil.example', '/\\evil.example', '/\t/evil.example', '/x?to=//evil.example', '/x#y'])
    expect((await begin({ successPath })).status, successPath).toBe(400);
  expect((await begin({ name: 'PIPEDRIVE' })).status).toBe(404);
});

test('the right to connect that is gone by then counts', async () => {
  const { url, cookie } = await begin();
  const back = await decide(url, 'connect');
  await api.db.updateTable('users').set({ admin: false }).where('id', '=', anna.userId).execute();
  expect(await comeBack(back, cookie)).toBe(`${paths.errorPath}?problem=forbidden`);
  await api.db.updateTable('users').set({ admin: true }).where('id', '=', anna.userId).execute();
});

test('what is signed out is signed in again, with its contacts', async () => {
  const first = await begin();
  await comeBack(await decide(first.url, 'connect'), first.cookie);
  const before = await connected();
  expect((await begin()).status).toBe(409);
  await api.db
    .updateTable('integrations')
    .set({ state: 'AUTHENTICATION_REQUIRED' })
    .where('name', '=', 'HUBSPOT')
    .execute();
  const again = await begin({ integrationId: before?.id });
  expect(await comeBack(await decide(again.url, 'connect'), again.cookie)).toBe(paths.successPath);
  const after = await connected();
  expect(after?.id).toBe(before?.id);
  expect(after?.version).toBe(2);
  expect(after?.state).not.toBe('AUTHENTICATION_REQUIRED');
});

test('who disconnects ends the sign-in at HubSpot too', async () => {
  const { url, cookie } = await begin();
  await comeBack(await decide(url, 'connect'), cookie);
  const { id = '' } = (await connected()) ?? {};
  const revokes = () => portal.journal.filter(({ path }) => path.includes('/revoke')).length;
  const before = revokes();
  await callRoute(api.url, anna.token, routes.disconnectIntegration, { params: { integrationId: id } });
  const rest = await api.db.selectFrom('integration_tokens').selectAll().where('integration_id', '=', id).execute();
  expect(rest).toEqual([]);
  await vi.waitFor(() => expect(revokes()).toBe(before + 1), 5000);
});

test('no token is in the database as anyone could read it', async () => {
  const { url, cookie } = await begin();
  await comeBack(await decide(url, 'connect'), cookie);
  const { rows } = await sql<{ all: string }>`
    select (select json_agg(t)::text from integration_tokens t) || (select json_agg(s)::text from crm_sign_ins s) as all`.execute(
    api.db,
  );
  const [row] = rows;
  const { unseal } = api.box;
  const { sealed } = (await connected()) ?? {};
  const tokens = JSON.parse(unseal(sealed ?? Buffer.alloc(0))) as { access: string; refresh: string };
  expect(tokens.access.length).toBeGreaterThan(10);
  expect(row?.all).not.toContain(tokens.access);
  expect(row?.all).not.toContain(tokens.refresh);
});
