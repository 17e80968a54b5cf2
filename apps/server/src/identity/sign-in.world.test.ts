import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { routes } from '@sidetone/contract/http/routes.ts';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { secretBox } from '../storage/secret-box.ts';
import { testDatabase } from '../storage/testing/test-database.ts';
import {
  beginSignIn,
  browser,
  byDesktop,
  callRoute,
  password,
  person,
  sendCredentials,
  signInAs,
  type TestApi,
  type Tokens,
  takeTokens,
  testApi,
} from '../testing/test-api.ts';
import { openIdentity } from './identity.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.stop());

const refresh = (token: string) =>
  fetch(`${api.url}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'sidetone', refresh_token: token }),
  });

/** The status of a request that needs a user. */
const asking = async (token: string) =>
  (await callRoute(api.url, token, routes.updateUser, { body: { locale: 'de' } })).status;

test('signing in gives tokens whose ID token names the account and the user', async () => {
  const anna = await person(api, { firstName: 'Anna' });
  const tokens = await signInAs(api.url, anna.email);
  expect(decodeJwt(tokens.id_token)).toMatchObject({
    iss: `${api.url}/oidc`,
    sub: anna.userId,
    masterSipId: anna.accountId,
    webuserId: anna.userId,
  });
  expect(await asking(tokens.access_token)).toBe(200);
});

test('the e-mail is compared without regard to case', async () => {
  const ada = await person(api, { firstName: 'Ada' });
  expect((await signInAs(api.url, ada.email.toUpperCase())).access_token).toBeTruthy();
});

test('a browser that is signed in gets a code immediately, without a form', async () => {
  const bea = await person(api, { firstName: 'Bea' });
  const at = browser(api.url);
  await signInAs(api.url, bea.email, at);
  const { location, verifier } = await beginSignIn(at, api.url);
  expect(location.pathname).toBe('/signed-in');
  expect((await takeTokens(at, api.url, location, verifier)).status).toBe(200);
});

test('the desktop program signs in in the browser of the system, back to a port of its own machine', async () => {
  const dora = await person(api, { firstName: 'Dora' });
  const desktop = byDesktop;
  const at = browser(api.url);
  await signInAs(api.url, dora.email, at);
  // Another program of the machine could ask as well: who is signed in already is asked all the same.
  const { uid, verifier } = await beginSignIn(at, api.url, desktop);
  const answer = await sendCredentials(at, uid ?? '', { email: dora.email, password });
  const resumed = await at.request(((await answer.json()) as { redirectTo: string }).redirectTo);
  const location = new URL(resumed.headers.get('location') ?? '');
  expect(location.href).toMatch(/^http:\/\/127\.0\.0\.1:49152\/signed-in\?code=/);
  const tokens = (await (await takeTokens(at, api.url, location, verifier, desktop)).json()) as Tokens;
  expect(await asking(tokens.access_token)).toBe(200);
  expect(tokens.refresh_token).toBeTruthy();

  for (const redirectUri of [
    'http://192.0.2.1:49152/signed-in',
    'http://127.0.0.1:49152/elsewhere',
    'https://evil.example/signed-in',
  ]) {
    expect([redirectUri, (await beginSignIn(at, api.url, { ...desktop, redirectUri })).uid]).toEqual([
      redirectUri,
      undefined,
    ]);
  }
});

test('a refresh token works once; the second use ends everything that came of it', async () => {
  const carl = await person(api, { firstName: 'Carl' });
  const first = await signInAs(api.url, carl.email);
  const second = (await (await refresh(first.refresh_token)).json()) as Tokens;
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect(await asking(second.access_token)).toBe(200);

  expect((await refresh(first.refresh_token)).status).toBe(400);
  expect(await asking(second.access_token)).toBe(401);
  expect((await refresh(second.refresh_token)).status).toBe(400);
});

test('of two uses of a refresh token at the same moment at most one succeeds', async () => {
  const cleo = await person(api, { firstName: 'Cleo' });
  const { refresh_token } = await signInAs(api.url, cleo.email);
  const statuses = await Promise.all(
    [refresh(refresh_token), refresh(refresh_token)].map(async (one) => (await one).status),
  );
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  expect(statuses).not.toContain(500);
});

test('after reuse was noticed the same browser can sign in again', async () => {
  const dora = await person(api, { firstName: 'Dora' });
  const at = browser(api.url);
  const { refresh_token } = await signInAs(api.url, dora.email, at);
  await refresh(refresh_token);
  await refresh(refresh_token);
  const { location, verifier } = await beginSignIn(at, api.url);
  const again = (await (await takeTokens(at, api.url, location, verifier)).json()) as Tokens;
  expect(await asking(again.access_token)).toBe(200);
});

test('a wrong password, an unknown e-mail and a deactivated user get the same answer', async () => {
  const emil = await person(api, { firstName: 'Emil' });
  const fred = await person(api, { firstName: 'Fred' });
  await api.db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', fred.userId).execute();
  const answers = [];
  for (const credentials of [
    { email: emil.email, password: 'not the password' },
    { email: 'nobody@nowhere.example', password },
    { email: fred.email, password },
  ]) {
    const at = browser(api.url);
    const { uid = '' } = await beginSignIn(at, api.url);
    const answer = await sendCredentials(at, uid, credentials);
    answers.push({ status: answer.status, body: await answer.json() });
  }
  expect(answers[0]).toMatchObject({ status: 401, body: { code: 'WRONG_CREDENTIALS' } });
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});

test('a deactivated user is refused at the next request, the next refresh and the next sign-in', async () => {
  const gina = await person(api, { firstName: 'Gina' });
  const at = browser(api.url);
  const tokens = await signInAs(api.url, gina.email, at);
  await api.db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', gina.userId).execute();
  expect(await asking(tokens.access_token)).toBe(401);
  expect((await refresh(tokens.refresh_token)).status).toBe(400);
  expect((await beginSignIn(at, api.url)).uid).toBeTruthy();
});

test('a sign-in answers only the browser that began it', async () => {
  const hans = await person(api, { firstName: 'Hans' });
  const { uid = '' } = await beginSignIn(browser(api.url), api.url);
  const answer = await sendCredentials(browser(api.url), uid, { email: hans.email, password });
  expect(answer.status).toBe(404);
  expect((await sendCredentials(browser(api.url), 'unknown', { email: hans.email, password })).status).toBe(404);
});

test('two tabs that both wait for a sign-in both get in', async () => {
  const tabs = await person(api, { firstName: 'Tabs' });
  const at = browser(api.url);
  const begun = [await beginSignIn(at, api.url), await beginSignIn(at, api.url)];
  const ends: string[] = [];
  for (const { uid = '' } of begun) {
    const answer = await sendCredentials(at, uid, { email: tabs.email, password });
    const { redirectTo } = (await answer.json()) as { redirectTo: string };
    const resumed = await at.request(redirectTo);
    ends.push(new URL(resumed.headers.get('location') ?? '/nowhere', api.url).pathname);
  }
  expect(ends).toEqual(['/signed-in', '/signed-in']);
});

test('signing out ends the tokens and the session', async () => {
  const ida = await person(api, { firstName: 'Ida' });
  const at = browser(api.url);
  const tokens = await signInAs(api.url, ida.email, at);
  const page = await at.request(
    `/oidc/session/end?${new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${api.url}/login`,
    })}`,
  );
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  const html = await page.text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const left = await at.request('/oidc/session/end/confirm', {
    method: 'POST',
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  expect(left.headers.get('location')).toBe(`${api.url}/login`);
  expect(await asking(tokens.access_token)).toBe(401);
  expect((await refresh(tokens.refresh_token)).status).toBe(400);
  expect((await beginSignIn(at, api.url)).uid).toBeTruthy();
});

test('a program whose browser is another one signs out with its refresh token, and everything of it ends', async () => {
  const rolf = await person(api, { firstName: 'Rolf' });
  const tokens = await signInAs(api.url, rolf.email, browser(api.url), byDesktop);
  const revoked = await fetch(`${api.url}/oidc/token/revocation`, {
    method: 'POST',
    body: new URLSearchParams({ token: tokens.refresh_token, client_id: byDesktop.clientId }),
  });
  expect(revoked.status).toBe(200);
  expect(await asking(tokens.access_token)).toBe(401);
  const grants = await api.db
    .selectFrom('oidc_documents')
    .select('id')
    .where('model', '=', 'Grant')
    .where(sql`payload ->> 'accountId'`, '=', rolf.userId)
    .execute();
  expect(grants).toEqual([]);
});

test('an expired access token says so', async () => {
  const jan = await person(api, { firstName: 'Jan' });
  const tokens = await signInAs(api.url, jan.email);
  await api.db
    .updateTable('oidc_documents')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('model', '=', 'AccessToken')
    .execute();
  const { status, body } = await callRoute(api.url, tokens.access_token, routes.updateUser, { body: { locale: 'de' } });
  expect([status, body]).toMatchObject([401, { code: 'TOKEN_EXPIRED' }]);
});

test('failures are logged by their code, without what was typed', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const other = await testApi({ log });
  const at = browser(other.url);
  const { uid = '' } = await beginSignIn(at, other.url);
  await sendCredentials(at, uid, { email: 'typed@mail.example', password: 'typed-secret' });
  const leo = await person(other, { firstName: 'Leo' });
  const tokens = await signInAs(other.url, leo.email);
  await other.stop();
  expect(lines.join('')).toContain('WRONG_CREDENTIALS');
  for (const secret of ['typed@mail', 'typed-secret', password, tokens.access_token, tokens.refresh_token]) {
    expect(lines.join('')).not.toContain(secret);
  }
});

test('a refresh while the database stumbles is no refusal, and works afterwards', async () => {
  const lea = await person(api, { firstName: 'Lea' });
  const { refresh_token } = await signInAs(api.url, lea.email);
  await sql`alter table oidc_documents rename to away`.execute(api.db);
  const reply = await refresh(refresh_token);
  await sql`alter table away rename to oidc_documents`.execute(api.db);
  expect([reply.status, await reply.json()]).toMatchObject([503, { code: 'UNAVAILABLE' }]);
  expect((await refresh(refresh_token)).status).toBe(200);
});

test('no token or code lies readable in the database', async () => {
  const kim = await person(api, { firstName: 'Kim' });
  const tokens = await signInAs(api.url, kim.email);
  const rows = await api.db.selectFrom('oidc_documents').selectAll().execute();
  const settings = await api.db.selectFrom('settings').selectAll().execute();
  const text = JSON.stringify([rows, settings]);
  expect(text).not.toContain(tokens.access_token);
  expect(text).not.toContain(tokens.refresh_token);
  expect(text).not.toContain('"d":');
});

test('a client whose name no database takes is one that nobody knows', async () => {
  const asked = { grant_type: 'refresh_token', client_id: '\0', refresh_token: 'any' };
  const reply = await fetch(`${api.url}/oidc/token`, { method: 'POST', body: new URLSearchParams(asked) });
  expect([reply.status, await reply.json()]).toMatchObject([401, { error: 'invalid_client' }]);
});

const aboutProvider = '/oidc/.well-known/openid-configuration';
const statusAs = (host: string, path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(`${api.url}${path}`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

test('another name that points to this machine gets no provider, and neither does an address that is not ours', async () => {
  for (const host of ['evil.example', '203.0.113.66', '10.9.8.1:8080', '[2001:db8::66]']) {
    expect([host, await statusAs(host, aboutProvider)]).toEqual([host, 400]);
  }
});

test('requests with made-up names keep nobody from signing in at a name that was not used before', async () => {
  for (let made = 1; made <= 70; made += 1) {
    expect(await statusAs(`10.9.8.${made}`, '/oidc/jwks')).toBe(400);
    expect(await statusAs(`10.9.8.${made}`, '/oidc/auth')).toBe(400);
  }
  expect(await statusAs(`localhost:${new URL(api.url).port}`, aboutProvider)).toBe(200);
});

test('of more names than are kept the one that was used least recently goes, and looking at the keys keeps none', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const identity = await openIdentity({
    db: database.db,
    box: secretBox(randomBytes(32)),
    log: pino({ level: 'silent' }),
    isOwnOrigin: () => true,
  });
  const first = identity.oidcAt('https://first.example', '/auth');
  const second = identity.oidcAt('https://second.example', '/auth');
  for (let made = 0; made < 62; made += 1) identity.oidcAt(`https://${made}.example`, '/token');
  expect(identity.oidcAt('https://first.example', '/.well-known/openid-configuration')).toBe(first);
  for (let made = 0; made < 70; made += 1) identity.oidcAt(`https://looked-at-${made}.example`, '/jwks');
  expect(identity.oidcAt('https://first.example', '/auth')).toBe(first);
  identity.oidcAt('https://one-more.example', '/auth');
  expect(identity.oidcAt('https://first.example', '/auth')).toBe(first);
  expect(identity.oidcAt('https://second.example', '/auth')).not.toBe(second);
});

test('a code that was tried with a wrong verifier is spent, also for the right one', async () => {
  const greta = await person(api, { firstName: 'Greta' });
  const at = browser(api.url);
  await signInAs(api.url, greta.email, at);
  const { location, verifier } = await beginSignIn(at, api.url);
  const wrong = await takeTokens(at, api.url, location, randomBytes(32).toString('base64url'));
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  const right = await takeTokens(at, api.url, location, verifier);
  expect([right.status, await right.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
});

test('only the browser that began a sign-in learns that it waits, in its language, and until it is answered', async () => {
  const jule = await person(api, { firstName: 'Jule' });
  const at = browser(api.url);
  const { uid = '' } = await beginSignIn(at, api.url, undefined, { ui_locales: 'de' });
  const ask = (by = at) => by.request(`/api/sign-in/${uid}`);
  expect(await (await ask()).json()).toEqual({ language: 'de' });
  expect((await ask(browser(api.url))).status).toBe(404);
  expect((await at.request('/api/sign-in/long-forgotten')).status).toBe(404);
  await sendCredentials(at, uid, { email: jule.email, password });
  expect((await ask()).status).toBe(404);

  const { uid: other = '' } = await beginSignIn(at, api.url, byDesktop, { ui_locales: 'fr en' });
  expect(await (await at.request(`/api/sign-in/${other}`)).json()).toEqual({ language: null });
});

test('a browser that has a session is asked for a password again where the app wants it to be', async () => {
  const [kai, lea] = [await person(api, { firstName: 'Kai' }), await person(api, { firstName: 'Lea' })];
  const at = browser(api.url);
  await signInAs(api.url, kai.email, at);
  const { uid } = await beginSignIn(at, api.url, undefined, { prompt: 'login' });
  expect(uid).toBeTruthy();
  const answer = await sendCredentials(at, uid ?? '', { email: lea.email, password });
  const resumed = await at.request(((await answer.json()) as { redirectTo: string }).redirectTo);
  // The session of the one before has to end first: a form that sends itself.
  expect(resumed.status).toBe(200);
  expect(await resumed.text()).toContain('end');
});

test('administrators learn whose password was guessed, also while guessing is slowed down', async () => {
  const mia = await person(api, { firstName: 'Mia' });
  const at = browser(api.url);
  const { uid } = await beginSignIn(at, api.url);
  for (let guess = 0; guess < 7; guess += 1) {
    await sendCredentials(at, uid ?? '', { email: mia.email, password: `guess ${guess}` });
  }
  const lines = await api.db
    .selectFrom('audit_log')
    .select(['scope', 'target', 'detail'])
    .where('action', '=', 'refusal.signIn')
    .where('target', '=', mia.userId)
    .orderBy('id')
    .execute();
  expect(lines).toEqual([
    { scope: mia.accountId, target: mia.userId, detail: { kind: 'signInWrong' } },
    { scope: mia.accountId, target: mia.userId, detail: { kind: 'signInThrottled' } },
  ]);
});
