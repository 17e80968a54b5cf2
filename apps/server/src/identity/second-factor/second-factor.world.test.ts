import { randomBytes } from 'node:crypto';
import { adminAccountRoutes } from '@sidetone/contract/http/admin/account-routes.ts';
import { adminUserRoutes } from '@sidetone/contract/http/admin/user-routes.ts';
import { ownSignInRoutes } from '@sidetone/contract/http/sign-in/own-sign-in-routes.ts';
import { secondFactorRoutes as routes } from '@sidetone/contract/http/sign-in/second-factor-routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { secretBox } from '../../storage/secret-box.ts';
import { liveClient } from '../../testing/live-client.ts';
import {
  type Browser,
  beginSignIn,
  browser,
  callRoute,
  password,
  person,
  sendCredentials,
  signInAs,
  type TestApi,
  type Tokens,
  takeTokens,
  testApi,
} from '../../testing/test-api.ts';
import { codeAt } from './one-time-codes.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi({ box: secretBox(randomBytes(32)) });
});
afterAll(() => api.stop());

type Person = Awaited<ReturnType<typeof person>>;
const halfMinute = 30_000;
/** A code of so many steps after now; one step is still taken. */
const codeOf = (secret: string, steps = 0) => codeAt(secret, new Date(Date.now() + steps * halfMinute));

/** Gives the password; what the server wants next, and how to answer it. */
async function withPassword(who: Person, at: Browser = browser(api.url)) {
  const { uid = '', verifier } = await beginSignIn(at, api.url);
  const answer = await sendCredentials(at, uid, { email: who.email, password });
  const said = (await answer.json()) as { redirectTo: string | null; step: { kind: string } | null };
  const post = async (path: string, body: unknown = undefined) => {
    const reply = await at.request(`/api/sign-in/${uid}/${path}`, {
      method: 'POST',
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };
  const goOn = async (redirectTo: unknown) => {
    const resumed = await at.request(String(redirectTo));
    const tokens = await takeTokens(at, api.url, new URL(resumed.headers.get('location') ?? ''), verifier);
    return (await tokens.json()) as Tokens;
  };
  return { at, uid, ...said, prove: (body: object) => post('second-factor', body), post, goOn };
}

/** A user with an authenticator app that counts. */
async function withAuthenticator(firstName: string, more: object = {}) {
  const who = await person(api, { firstName, ...more });
  const { access_token: token } = await signInAs(api.url, who.email);
  const { body: made } = await callRoute(api.url, token, routes.beginAuthenticator, { body: { password } });
  const confirmed = await callRoute(api.url, token, routes.confirmAuthenticator, {
    body: { code: codeOf(made.secret, -1) },
  });
  return { who, token, secret: made.secret, address: made.address, codes: confirmed.body.recoveryCodes };
}

const actionsOf = async (userId: string) => {
  const lines = await api.db
    .selectFrom('audit_log')
    .select('action')
    .where('target', '=', userId)
    .orderBy('id')
    .execute();
  return lines.map(({ action }) => action);
};

test('with an authenticator app the password alone signs nobody in, and each code works once', async () => {
  const { who, secret, address, codes } = await withAuthenticator('Anna');
  expect(new URL(address).searchParams.get('secret')).toBe(secret);
  expect(codes).toHaveLength(10);
  const first = await withPassword(who);
  expect([first.redirectTo, first.step]).toEqual([null, { kind: 'prove', authenticator: true, passkey: false }]);
  // The provider lets nobody go on before, and such a sign-in is over.
  const early = await withPassword(who);
  const resumed = await early.at.request(`/oidc/auth/${early.uid}`);
  expect(resumed.headers.get('location') ?? '').not.toContain('code=');
  expect((await early.prove({ code: codeOf(secret, 1) })).status).toBe(404);

  expect((await first.prove({ code: '000000' })).status).toBe(401);
  const code = codeOf(secret);
  const proved = await first.prove({ code });
  expect(proved).toMatchObject({ status: 200, body: { recoveryCodes: null } });
  const tokens = await first.goOn(proved.body['redirectTo']);
  const own = await callRoute(api.url, tokens.access_token, routes.ownSecondFactor, {});
  expect(own.body).toMatchObject({ recoveryCodesLeft: 10, passkeys: [], isRequired: false, hasPasskeys: false });

  const second = await withPassword(who);
  expect((await second.prove({ code })).status).toBe(401);
  // An earlier one than the last is used up as well.
  expect((await second.prove({ code: codeOf(secret, -1) })).status).toBe(401);
  expect((await second.prove({ code: codeOf(secret, 1) })).status).toBe(200);
});

test('when two browsers send one code at the same moment, only one gets in', async () => {
  const { who, secret } = await withAuthenticator('Bea');
  const both = [await withPassword(who), await withPassword(who)];
  const statuses = await Promise.all(both.map(async (one) => (await one.prove({ code: codeOf(secret) })).status));
  expect(statuses.sort()).toEqual([200, 401]);
});

test('recovery codes work once each, however they are written, and new ones replace them', async () => {
  const { who, token, codes } = await withAuthenticator('Cleo');
  const [first = '', second = ''] = codes;
  const one = await withPassword(who);
  expect((await one.prove({ recoveryCode: first.toUpperCase().replaceAll('-', ' ') })).status).toBe(200);
  const two = await withPassword(who);
  expect((await two.prove({ recoveryCode: first })).status).toBe(401);
  const kept = await api.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', who.userId).execute();
  expect(kept).toHaveLength(9);
  expect(JSON.stringify(kept)).not.toContain(second);
  const renewed = await callRoute(api.url, token, routes.renewRecoveryCodes, { body: { password } });
  expect((await two.prove({ recoveryCode: second })).status).toBe(401);
  expect((await two.prove({ recoveryCode: renewed.body.recoveryCodes[9] ?? '' })).status).toBe(200);
  expect(await actionsOf(who.userId)).toEqual(
    expect.arrayContaining(['secondFactor.setUp', 'secondFactor.codeUsed', 'secondFactor.codesRenewed']),
  );
});

test('guessing codes is slowed down for each user across sign-ins, while the password is still taken', async () => {
  const { who, secret } = await withAuthenticator('Dora');
  const statuses: number[] = [];
  for (let guess = 0; guess < 3; guess += 1) {
    const { prove } = await withPassword(who);
    statuses.push((await prove({ code: '000000' })).status, (await prove({ recoveryCode: 'guess' })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  const waits = await withPassword(who);
  expect(waits.step).toMatchObject({ kind: 'prove' });
  expect(await waits.prove({ code: codeOf(secret) })).toMatchObject({ status: 429 });
});

test('another browser, an answered sign-in and one whose password was changed take no code', async () => {
  const { who, secret } = await withAuthenticator('Ella');
  const mine = await withPassword(who);
  const foreign = await browser(api.url).request(`/api/sign-in/${mine.uid}/second-factor`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: codeOf(secret) }),
  });
  expect(foreign.status).toBe(404);
  expect((await mine.prove({ code: codeOf(secret) })).status).toBe(200);
  expect((await mine.prove({ code: codeOf(secret, 1) })).status).toBe(404);

  const waits = await withPassword(who);
  const { access_token: token } = await (async () => {
    const other = await withPassword(who);
    return await other.goOn((await other.prove({ code: codeOf(secret, 1) })).body['redirectTo']);
  })();
  const changed = await callRoute(api.url, token, ownSignInRoutes.changePassword, {
    body: { current: password, password: 'four unrelated nouns here' },
  });
  expect(changed.status).toBe(200);
  expect((await waits.prove({ recoveryCode: 'any' })).status).toBe(404);
});

test('a required second step is set up at the next sign-in and cannot be removed', async () => {
  const boss = await person(api, { firstName: 'Fritz', admin: true });
  const staff = await person(api, { firstName: 'Gerd', accountId: boss.accountId });
  const { access_token: token } = await signInAs(api.url, boss.email);
  const changed = await callRoute(api.url, token, adminAccountRoutes.changeAccount, {
    body: { signIn: { secondFactor: 'administrators' } },
  });
  expect(changed.status).toBe(200);
  expect((await withPassword(staff)).step).toBeNull();

  const door = await withPassword(boss);
  expect(door.step).toEqual({ kind: 'setUp' });
  expect((await door.prove({ code: '123456' })).status).toBe(401);
  const { secret } = (await door.post('authenticator')).body as { secret: string };
  const proved = await door.prove({ code: codeOf(secret) });
  expect(proved).toMatchObject({ status: 200, body: { recoveryCodes: expect.any(Array) } });
  const tokens = await door.goOn(proved.body['redirectTo']);
  const removing = await callRoute(api.url, tokens.access_token, routes.removeAuthenticator, { body: { password } });
  expect(removing.status).toBe(409);
  // It cannot be exchanged for another one by who has the password alone.
  const again = await withPassword(boss);
  expect((await again.post('authenticator')).status).toBe(409);
});

test('an administrator resets the second step of another user, never their own', async () => {
  const { who: boss, token: ofBoss } = await withAuthenticator('Hanna', { admin: true });
  const { who, token } = await withAuthenticator('Ivo', { accountId: boss.accountId });
  const stranger = await person(api, { firstName: 'Jan', admin: true });
  const { access_token: ofStranger } = await signInAs(api.url, stranger.email);
  const reset = (by: string, userId: string) =>
    callRoute(api.url, by, adminUserRoutes.resetSecondFactor, { params: { userId } });
  expect((await reset(ofBoss, boss.userId)).status).toBe(403);
  expect((await reset(ofStranger, who.userId)).status).toBe(404);
  expect((await reset(token, boss.userId)).status).toBe(403);
  expect((await withPassword(who)).step).not.toBeNull();
  expect((await reset(ofBoss, who.userId)).status).toBe(200);
  expect((await withPassword(who)).step).toBeNull();
  expect(await actionsOf(who.userId)).toContain('secondFactor.reset');
});

test('nothing is set up or removed without the password, and the key lies sealed', async () => {
  const { who, token, secret } = await withAuthenticator('Klaus');
  const body = { password: 'a wrong one' };
  for (const route of [routes.beginAuthenticator, routes.removeAuthenticator, routes.renewRecoveryCodes]) {
    expect([route.path, (await callRoute(api.url, token, route, { body })).status]).toEqual([route.path, 401]);
  }
  const [row] = await api.db.selectFrom('authenticators').selectAll().where('user_id', '=', who.userId).execute();
  expect(row?.secret_sealed.toString('latin1')).not.toContain(secret);
  expect((await callRoute(api.url, token, routes.removeAuthenticator, { body: { password } })).status).toBe(200);
  expect((await withPassword(who)).step).toBeNull();
  expect(await api.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', who.userId).execute()).toEqual([]);
});

test('a sign-in ends after as many days as the company says, however much it is used', async () => {
  const boss = await person(api, { firstName: 'Lena', admin: true });
  const at = browser(api.url);
  const tokens = await signInAs(api.url, boss.email, at);
  const ask = (token: string) => callRoute(api.url, token, routes.ownSecondFactor, {});
  await callRoute(api.url, tokens.access_token, adminAccountRoutes.changeAccount, {
    body: { signIn: { sessionDays: 2 } },
  });
  expect((await ask(tokens.access_token)).status).toBe(200);
  const age = async (days: number) => {
    const begun = Math.floor(Date.now() / 1000) - days * 86_400;
    await sql`update oidc_documents set payload = payload || jsonb_build_object('iat', ${begun}::int)
      where model = 'Grant' and payload ->> 'accountId' = ${boss.userId}`.execute(api.db);
  };
  await age(1);
  expect((await ask(tokens.access_token)).status).toBe(200);
  await age(3);
  expect((await ask(tokens.access_token)).status).toBe(401);
  const renewed = await fetch(`${api.url}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: 'sidetone',
      refresh_token: tokens.refresh_token,
    }),
  });
  expect(renewed.status).toBe(400);
  // The browser itself is asked for the password again, and then goes on.
  await sql`update oidc_documents set payload = payload || jsonb_build_object('loginTs', ${Math.floor(Date.now() / 1000) - 3 * 86_400}::int)
    where model = 'Session' and payload ->> 'accountId' = ${boss.userId}`.execute(api.db);
  expect((await beginSignIn(at, api.url)).uid).toBeTruthy();
  expect((await ask((await signInAs(api.url, boss.email, at)).access_token)).status).toBe(200);
});

test('administrators work from the networks of their company alone, and nobody locks themselves out', async () => {
  const boss = await person(api, { firstName: 'Mona', admin: true });
  const { access_token: token } = await signInAs(api.url, boss.email);
  const allow = (adminNetworks: string[]) =>
    callRoute(api.url, token, adminAccountRoutes.changeAccount, { body: { signIn: { adminNetworks } } });
  expect((await allow(['192.0.2.0/24'])).status).toBe(409);
  expect((await allow(['not a network'])).status).toBe(400);
  expect((await allow(['127.0.0.0/8', '::1'])).status).toBe(200);
  const inside = liveClient(api.url, () => token);
  const seen = inside.watch('adminUsers');
  await expect.poll(() => seen.rows?.length).toBe(1);
  void inside.close();
  // Moved elsewhere: the next request comes from outside.
  const rules = JSON.stringify({ adminNetworks: ['192.0.2.0/24'] });
  await api.db.updateTable('accounts').set({ sign_in: rules }).where('id', '=', boss.accountId).execute();
  const refused = await allow([]);
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'NETWORK_NOT_ALLOWED' }]);
  const outside = liveClient(api.url, () => token);
  onTestFinished(() => void outside.close());
  const [hidden, own] = [outside.watch('adminUsers'), outside.watch('me')];
  await expect.poll(() => own.rows?.length).toBe(1);
  await expect.poll(() => hidden.error).toBe('NOT_FOUND');
  expect(hidden.rows).toBeUndefined();
  // What is not administration goes on.
  expect((await callRoute(api.url, token, routes.ownSecondFactor, {})).status).toBe(200);
});
