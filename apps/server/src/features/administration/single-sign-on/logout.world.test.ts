import { randomUUID } from 'node:crypto';
import type { SingleSignOnChange } from '@sidetone/contract/entities/single-sign-on.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../config.ts';
import { type NameServer, openNameServer } from '../../../network/testing/name-server.ts';
import { type Directory, openDirectory } from '../../../sign-on/testing/directory.ts';
import { freePort } from '../../../storage/postgres/cluster.ts';
import { liveClient } from '../../../testing/live-client.ts';
import { beginSignIn, browser, type Tokens } from '../../../testing/test-api.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';
import { companySigningIn } from './testing/company-signing-in.ts';
import { provesDomains } from './testing/proves-domains.ts';
import { someSignOn } from './testing/some-sign-on.ts';

const event = 'http://schemas.openid.net/event/backchannel-logout';
const domain = 'company.example';
let world: TwoCompanies;
let origin: string;
let directory: Directory;
let names: NameServer;
let way: ReturnType<typeof companySigningIn>;
let logout: string;
const people: Directory['people'] = { somebody: { email: `somebody@${domain}`, email_verified: true } };

const settings = (more: Partial<SingleSignOnChange> = {}) =>
  someSignOn({
    issuer: directory.issuer,
    clientId: directory.client.id,
    secret: directory.client.secret,
    domains: [domain],
    ...more,
  });

beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  directory = await openDirectory({ people, redirect: `${origin}/company-sign-in` });
  names = await openNameServer();
  way = companySigningIn({ origin, issuer: directory.issuer });
  const config = { PUBLIC_URL: origin, SIGN_ON_PRIVATE_HOSTS: '127.0.0.1', DOMAIN_NAME_SERVERS: names.address };
  world = await twoCompanies({ config: { ...readConfig(config), port } });
  await world.ask(routes.saveSingleSignOn, { body: settings() });
  await provesDomains(world, names, world.admin);
  const { body } = await world.ask(routes.singleSignOn, {});
  logout = body.addresses?.logout ?? '';
  directory.tellsEnds({ logout, afterLogout: body.addresses?.afterLogout ?? '' });
}, 60_000);
afterAll(async () => {
  await world.api.stop();
  await directory.close();
  await names.close();
});
let person = '';
beforeEach(() => {
  person = `person-${Object.keys(people).length}`;
  people[person] = { email: `${person}@${domain}`, email_verified: true, given_name: person, family_name: 'Muster' };
});

/** Signs in at the directory in a browser there, and here in another one. */
async function comesIn(at = browser(directory.issuer), id = person) {
  const { way: gone, outcome } = await way.signsIn(id, { email: people[id]?.email ?? '' }, at);
  expect(outcome.problem).toBeNull();
  const tokens = (await (await way.tokensOf(gone, outcome['redirectTo'])).json()) as Tokens;
  return { ...tokens, browser: gone.at };
}
const isIn = async ({ access_token: token }: Pick<Tokens, 'access_token'>) =>
  (await world.ask(routes.ownSignIns, {}, { token })).status === 200;
const signIn = async ({ access_token: token }: Tokens) =>
  await world.api.db
    .selectFrom('company_sign_ins')
    .selectAll()
    .where('grant_id', '=', (await world.ask(routes.ownSignIns, {}, { token })).body.signIns[0]?.id ?? '')
    .executeTakeFirstOrThrow();
const tell = async (token: string, at = logout) => {
  const response = await fetch(at, { method: 'POST', body: new URLSearchParams({ logout_token: token }) });
  return { status: response.status, cache: response.headers.get('cache-control') };
};
const now = () => Math.floor(Date.now() / 1000);
const claims = (more: object = {}) => ({
  iss: directory.issuer,
  aud: directory.client.id,
  iat: now(),
  exp: now() + 120,
  jti: randomUUID(),
  events: { [event]: {} },
  ...more,
});
const outLines = async () => (await world.audited()).filter(({ action }) => action === 'singleSignOn.signedOut');

test('signing out at the provider ends that session here, with its refresh token and live data, and no other one', async () => {
  const atHome = browser(directory.issuer);
  const here = await comesIn(atHome);
  const elsewhere = await comesIn();
  const other = await comesIn(browser(directory.issuer), 'somebody');
  const live = liveClient(world.api.url, () => here.access_token);
  const seen = live.watch('me');
  await expect.poll(() => seen.rows, { timeout: 10_000 }).toBeDefined();
  const lines = (await outLines()).length;
  // The form of the page, and the click on it.
  const page = await (await atHome.request('/session/end')).text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  await atHome.request('/session/end/confirm', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
  });
  await expect.poll(() => isIn(here)).toBe(false);
  expect([await isIn(elsewhere), await isIn(other)]).toEqual([true, true]);
  const renewed = await fetch(`${origin}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: 'sidetone',
      refresh_token: here.refresh_token,
    }),
  });
  expect(renewed.status).toBe(400);
  // The browser is not signed in by its cookie either.
  const { location } = await beginSignIn(here.browser, origin, undefined, { prompt: 'none' });
  expect(location.searchParams.get('error')).toBe('login_required');
  await expect.poll(() => seen.error, { timeout: 10_000 }).toBe('UNAUTHORIZED');
  await live.close();
  expect((await outLines()).slice(lines)).toMatchObject([{ actor: null, detail: { signIns: 1 } }]);
}, 60_000);

test('a token for a user ends all that came from the provider, and nothing that came by a password', async () => {
  const [one, two] = [await comesIn(), await comesIn()];
  const { subject, user_id } = await signIn(one);
  expect(subject).toBe(person);
  expect(await tell(await directory.sign(claims({ sub: person })))).toEqual({ status: 200, cache: 'no-store' });
  expect([await isIn(one), await isIn(two)]).toEqual([false, false]);
  const left = world.api.db.selectFrom('company_sign_ins').select('grant_id').where('user_id', '=', user_id);
  expect(await left.execute()).toEqual([]);
  expect(await isIn({ access_token: world.admin.token })).toBe(true);
  // A user who is signed out already is no failure.
  expect((await tell(await directory.sign(claims({ sub: person })))).status).toBe(200);
  expect((await tell(await directory.sign(claims({ sub: 'nobody-here' })))).status).toBe(200);
});

test('a sign-in that has come back and is not in yet comes in no longer', async () => {
  const { way: gone, outcome } = await way.signsIn(person, { email: people[person]?.email ?? '' });
  expect(outcome.problem).toBeNull();
  expect((await tell(await directory.sign(claims({ sub: person })))).status).toBe(200);
  expect((await way.tokensOf(gone, outcome['redirectTo'])).status).not.toBe(200);
});

test('a logout token that breaks the specification ends nothing, gets one answer for every fault, and is not kept', async () => {
  const here = await comesIn();
  const { sid } = await signIn(here);
  expect(sid).not.toBeNull();
  const wrong: Record<string, string> = {
    'another issuer': await directory.sign(claims({ sub: person, iss: 'https://9.9.9.9' })),
    'another client': await directory.sign(claims({ sub: person, aud: 'other' })),
    'made long ago': await directory.sign(claims({ sub: person, iat: now() - 900 })),
    'made in the future': await directory.sign(claims({ sub: person, iat: now() + 900, exp: now() + 1000 })),
    'run out': await directory.sign(claims({ sub: person, exp: now() - 300 })),
    'without an end': await directory.sign(claims({ sub: person, exp: undefined })),
    'without a time': await directory.sign(claims({ sub: person, iat: undefined })),
    'without an id': await directory.sign(claims({ sub: person, jti: undefined })),
    'without an event': await directory.sign(claims({ sub: person, events: undefined })),
    'with a nonce': await directory.sign(claims({ sub: person, nonce: 'n' })),
    'of nobody': await directory.sign(claims()),
    'of another type': await directory.sign(claims({ sub: person }), 'at+jwt'),
    unsigned: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims({ sub: person }))).toString('base64url')}.`,
    'no token': 'hello',
    forged: `${(await directory.sign(claims({ sub: person }))).split('.').slice(0, 2).join('.')}.AAAA`,
  };
  for (const [why, token] of Object.entries(wrong)) {
    expect([why, await tell(token)]).toEqual([why, { status: 400, cache: 'no-store' }]);
  }
  const token = await directory.sign(claims({ sid: 'no-such-session' }));
  expect((await tell(token)).status).toBe(200);
  expect((await tell(token)).status).toBe(400);
  // The address of another company takes no token of this one's provider, and neither does that of none.
  const good = () => directory.sign(claims({ sub: person, sid }));
  const at = (company: string) => `${origin}/api/single-sign-on/${company}/logout`;
  expect((await tell(await good(), at(world.stranger.accountId))).status).toBe(400);
  expect((await tell(await good(), at('nobody'))).status).toBe(400);
  expect(
    (await fetch(logout, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status,
  ).toBe(400);
  expect((await tell('x'.repeat(30_000))).status).toBe(413);
  expect(await isIn(here)).toBe(true);
  expect((await tell(await good())).status).toBe(200);
  expect(await isIn(here)).toBe(false);
});

test('a token that is signed with a new key of the provider is taken', async () => {
  const here = await comesIn();
  await directory.newKeys();
  await expect
    .poll(async () => (await tell(await directory.sign(claims({ sub: person })))).status, {
      timeout: 15_000,
      interval: 500,
    })
    .toBe(200);
  expect(await isIn(here)).toBe(false);
});

test('signing out here leads users who came from the provider on to it, where the company wants that', async () => {
  const leaves = async ({ browser: at, id_token }: Awaited<ReturnType<typeof comesIn>>) => {
    const query = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: `${origin}/login` });
    const asked = await at.request(`/oidc/session/end?${query}`);
    const page = await asked.text();
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const done = await at.request('/oidc/session/end/confirm', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
    });
    return {
      location: done.headers.get('location'),
      leadsOn: done.headers.get('refresh'),
      policy: asked.headers.get('content-security-policy') ?? '',
    };
  };
  const staysHere = { location: `${origin}/login`, leadsOn: null };
  expect(await leaves(await comesIn())).toMatchObject(staysHere);
  const { body } = await world.ask(routes.singleSignOn, {});
  const saved = { ...settings({ endsAtProvider: true }), rev: body.settings?.rev ?? 0 };
  expect((await world.ask(routes.saveSingleSignOn, { body: saved })).status).toBe(200);
  const here = await comesIn();
  // The client takes its refresh token back first.
  await fetch(`${origin}/oidc/token/revocation`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'sidetone', token: here.refresh_token }),
  });
  const { location, leadsOn, policy } = await leaves(here);
  const url = new URL(leadsOn?.replace(/^0;url=/, '') ?? '');
  expect(url.origin).toBe(directory.issuer);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: directory.client.id,
    post_logout_redirect_uri: `${origin}/login`,
  });
  // No answer to the form leaves this server, to which browsers hold it, whatever the provider says by then.
  expect([location, /form-action [^;]*/.exec(policy)?.[0]]).toEqual([null, `form-action 'self'`]);
  expect(await isIn(here)).toBe(false);
  // A provider that is down keeps nobody signed in.
  const [late, last] = [await comesIn(), await comesIn()];
  directory.setDown(true);
  await world.ask(routes.saveSingleSignOn, {
    body: { ...saved, rev: (await world.ask(routes.singleSignOn, {})).body.settings?.rev ?? 0 },
  });
  expect(await leaves(late)).toMatchObject(staysHere);
  directory.setDown(false);
  // Neither does one that says nothing, not even while it is waited for.
  directory.setSilent(true);
  const { body: kept } = await world.ask(routes.singleSignOn, {});
  await world.ask(routes.saveSingleSignOn, { body: { ...saved, rev: kept.settings?.rev ?? 0 } });
  let isThrough = false;
  const leaving = leaves(last).finally(() => {
    isThrough = true;
  });
  await expect.poll(() => isIn(last), { timeout: 15_000, interval: 100 }).toBe(false);
  expect(isThrough).toBe(false);
  expect(await leaving).toMatchObject(staysHere);
  directory.setSilent(false);
}, 60_000);
