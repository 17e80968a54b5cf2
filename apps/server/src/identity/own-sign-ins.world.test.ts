import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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
  testApi,
} from '../testing/test-api.ts';
import { endSessions } from './end-sessions.ts';
import { oidcAdapter } from './openid/oidc-adapter.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
}, 60_000);
afterAll(() => api.stop());

/** Someone who is signed in in this many places. */
const signedIn = async (firstName: string, places: number) => {
  const made = await person(api, { firstName });
  const tokens: string[] = [];
  for (let place = 0; place < places; place += 1) tokens.push((await signInAs(api.url, made.email)).access_token);
  return { ...made, tokens };
};
const list = async (token: string | undefined) => {
  const { body } = await callRoute(api.url, token, routes.ownSignIns, {});
  return body.signIns;
};
const statusOf = async (token: string | undefined) => (await callRoute(api.url, token, routes.ownSignIns, {})).status;
const entersWith = async (email: string, typed: string) => {
  const at = browser(api.url);
  const { uid } = await beginSignIn(at, api.url);
  return (await sendCredentials(at, uid ?? '', { email, password: typed })).status;
};
const auditOf = (accountId: string) =>
  api.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id', 'target'])
    .where('scope', '=', accountId)
    .where('action', '!=', 'signIn.succeeded')
    .orderBy('id')
    .execute();

test('people see where they are signed in, this place first, and nothing of others', async () => {
  const anna = await signedIn('Anna', 2);
  await signedIn('Ben', 1);
  const seen = await list(anna.tokens[1]);
  expect(seen).toMatchObject([
    { isThis: true, program: 'browser', agent: expect.any(String), address: '127.0.0.1' },
    { isThis: false, program: 'browser', agent: expect.any(String), address: '127.0.0.1' },
  ]);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(2);
  expect((await list(anna.tokens[0]))[0]?.id).toBe(seen[1]?.id);
});

test('one sign-in is ended, the others stay; nobody ends those of others', async () => {
  const carla = await signedIn('Carla', 2);
  const dora = await signedIn('Dora', 1);
  const [, other] = await list(carla.tokens[0]);
  const params = { signInId: other?.id ?? '' };
  expect((await callRoute(api.url, dora.tokens[0], routes.endSignIn, { params })).status).toBe(404);
  expect(await statusOf(carla.tokens[1])).toBe(200);

  expect((await callRoute(api.url, carla.tokens[0], routes.endSignIn, { params })).status).toBe(200);
  expect(await statusOf(carla.tokens[1])).toBe(401);
  expect(await list(carla.tokens[0])).toMatchObject([{ isThis: true }]);
  expect((await callRoute(api.url, carla.tokens[0], routes.endSignIn, { params })).status).toBe(404);
  expect(await auditOf(carla.accountId)).toEqual([
    { action: 'signIn.ended', actor_user_id: carla.userId, target: carla.userId },
  ]);
});

test('the browser of an ended sign-in is not let in again without the password', async () => {
  const ella = await signedIn('Ella', 2);
  const sessions = () =>
    api.db
      .selectFrom('oidc_documents')
      .select('id')
      .where('model', '=', 'Session')
      .where(sql`payload ->> 'accountId'`, '=', ella.userId)
      .execute();
  expect(await sessions()).toHaveLength(2);
  const [, other] = await list(ella.tokens[0]);
  await callRoute(api.url, ella.tokens[0], routes.endSignIn, { params: { signInId: other?.id ?? '' } });
  expect(await sessions()).toHaveLength(1);
});

test('a request that runs while its browser is signed out does not bring the sign-in back', async () => {
  const sessions = oidcAdapter(api.db)('Session');
  const mia = await person(api, { firstName: 'Mia' });
  const here = (await signInAs(api.url, mia.email)).access_token;
  const documents = (model: string) =>
    api.db
      .selectFrom('oidc_documents')
      .selectAll()
      .where('model', '=', model)
      .where(sql`payload ->> 'accountId'`, '=', mia.userId)
      .execute();
  const before = new Set((await documents('Session')).map(({ id }) => id));
  const endings = [
    (signInId: string) => callRoute(api.url, here, routes.endSignIn, { params: { signInId } }),
    () => callRoute(api.url, here, routes.endOtherSignIns, {}),
  ];
  for (const end of endings) {
    const at = browser(api.url);
    const there = (await signInAs(api.url, mia.email, at)).access_token;
    const session = (await documents('Session')).find(({ id }) => !before.has(id));
    const grantId = (await list(there))[0]?.id ?? '';
    const token = (await documents('AccessToken')).find(({ grant_id }) => grant_id === grantId);
    const read = await sessions.find(session?.id ?? '');
    if (!session || !token || !read) throw new Error('the sign-in is not there');

    expect((await end(grantId)).status).toBe(200);
    // What the request read before it writes as it ends: its session, under this id or another, and what it was refreshed to.
    await sessions.upsert(session.id, read, 60);
    await sessions.destroy(session.id);
    await sessions.upsert('another-id', { ...read, jti: 'another-id' }, 60);
    await api.db
      .insertInto('oidc_documents')
      .values({ ...token, payload: JSON.stringify(token.payload) })
      .execute();
    expect(await statusOf(there)).toBe(401);
    expect(await sessions.find('another-id')).toBeUndefined();
    expect((await beginSignIn(at, api.url)).uid).toBeTruthy();
  }
  expect(await statusOf(here)).toBe(200);
});

test('everything but this sign-in is ended immediately, and other browsers need the password', async () => {
  const fay = await person(api, { firstName: 'Fay' });
  const places = [browser(api.url), browser(api.url), browser(api.url)];
  const tokens: string[] = [];
  for (const at of places) tokens.push((await signInAs(api.url, fay.email, at)).access_token);
  const { body } = await callRoute(api.url, tokens[1], routes.endOtherSignIns, {});
  expect(body).toEqual({ ended: 2 });
  expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 200, 401]);
  const asked: boolean[] = [];
  for (const at of places) asked.push((await beginSignIn(at, api.url)).uid !== undefined);
  expect(asked).toEqual([true, false, true]);
});

test('everything but the desktop program is signed out, the browser in which it was signed in as well', async () => {
  const lara = await person(api, { firstName: 'Lara' });
  const at = browser(api.url);
  const ofBrowser = (await signInAs(api.url, lara.email, at)).access_token;
  const ofProgram = (await signInAs(api.url, lara.email, at, byDesktop)).access_token;
  expect((await callRoute(api.url, ofProgram, routes.endOtherSignIns, {})).body).toEqual({ ended: 1 });
  expect(await Promise.all([ofBrowser, ofProgram].map(statusOf))).toEqual([401, 200]);
  // Someone who sits down at that browser is asked for the password.
  expect((await beginSignIn(at, api.url)).uid).toBeTruthy();
});

test('another password needs the one before, ends other sign-ins, and works from then on', async () => {
  const gina = await signedIn('Gina', 2);
  const change = (current: string, next: string) =>
    callRoute(api.url, gina.tokens[0], routes.changePassword, { body: { current, password: next } });

  expect((await change('not this one', 'a new long password')).body).toMatchObject({ code: 'WRONG_CREDENTIALS' });
  expect((await change(password, 'short')).status).toBe(400);
  // Long enough, and one of those that are tried first.
  expect(await change(password, 'Password123!')).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED', issues: [{ path: 'password' }] },
  });
  expect(await statusOf(gina.tokens[1])).toBe(200);

  expect((await change(password, 'a new long password')).body).toEqual({ ended: 1 });
  expect(await Promise.all(gina.tokens.map(statusOf))).toEqual([200, 401]);
  expect(await entersWith(gina.email, password)).toBe(401);
  expect(await entersWith(gina.email, 'a new long password')).toBe(200);
  const line = { action: 'user.passwordChanged', actor_user_id: gina.userId, target: gina.userId };
  expect(await auditOf(gina.accountId)).toContainEqual(line);
});

test('of two changes at the same moment one is made, and the other learns that it was too late', async () => {
  const iris = await signedIn('Iris', 1);
  const change = (next: string) =>
    callRoute(api.url, iris.tokens[0], routes.changePassword, { body: { current: password, password: next } });
  const wanted = ['the first new password', 'the second new password'];
  const replies = await Promise.all(wanted.map(change));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
  const kept = replies.map(({ status }) => status === 200);
  for (const [at, typed] of wanted.entries()) expect(await entersWith(iris.email, typed)).toBe(kept[at] ? 200 : 401);
});

test('a sign-in that has given the old password and waits is not let in with it', async () => {
  const jana = await signedIn('Jana', 1);
  const goesOn = async (meanwhile: () => Promise<unknown>) => {
    const at = browser(api.url);
    const { uid } = await beginSignIn(at, api.url);
    const answer = await sendCredentials(at, uid ?? '', { email: jana.email, password });
    const { redirectTo } = (await answer.json()) as { redirectTo: string };
    await meanwhile();
    return (await at.request(redirectTo)).headers.get('location') ?? '';
  };
  expect(await goesOn(async () => {})).toContain('code=');
  const change = async () => {
    const body = { current: password, password: 'a new long password' };
    expect((await callRoute(api.url, jana.tokens[0], routes.changePassword, { body })).status).toBe(200);
  };
  expect(await goesOn(change)).not.toContain('code=');
});

test('a password that is changed while it is compared lets nobody in', async () => {
  const kira = await signedIn('Kira', 1);
  const at = browser(api.url);
  const { uid } = await beginSignIn(at, api.url);
  const waits = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db);
    expect(rows).toHaveLength(1);
  };
  let attempt: Promise<Response> | undefined;
  await api.db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ password_hash: 'another' }).where('id', '=', kira.userId).execute();
    await endSessions(trx, kira.userId);
    // It knows the password before, and has come as far as it gets.
    attempt = sendCredentials(at, uid ?? '', { email: kira.email, password });
    await Promise.race([attempt, vi.waitFor(waits, { timeout: 10_000 })]);
  });
  expect((await attempt)?.status).toBe(401);
});

test('a user at an open browser guesses the password as slowly as at the sign-in', async () => {
  const hanna = await signedIn('Hanna', 1);
  const guess = () =>
    callRoute(api.url, hanna.tokens[0], routes.changePassword, {
      body: { current: 'a guess', password: 'a new long password' },
    });
  for (let round = 0; round < 5; round += 1) expect((await guess()).status).toBe(401);
  expect(await guess()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
});
