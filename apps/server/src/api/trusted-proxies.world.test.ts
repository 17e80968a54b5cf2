import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { beginSignIn, browser, password, person, type TestApi, testApi } from '../testing/test-api.ts';

let direct: TestApi;
let proxied: TestApi;
beforeAll(async () => {
  const config = { ...readConfig({ TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: 'https://localhost:4711' }), port: 0 };
  [direct, proxied] = await Promise.all([testApi(), testApi({ config })]);
});
afterAll(() => Promise.all([direct.stop(), proxied.stop()]));

const forwarded = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'localhost:4711',
  'x-forwarded-for': '203.0.113.9',
};
const issuer = async ({ url }: TestApi) => {
  const reply = await fetch(`${url}/oidc/.well-known/openid-configuration`, { headers: forwarded });
  return ((await reply.json()) as { issuer: string }).issuer;
};
/** Asks until it is refused; gives how many were answered. */
const askFrom = async ({ url }: TestApi, address: string, most: number): Promise<number> => {
  for (let asked = 0; asked < most; asked++) {
    const reply = await fetch(`${url}/api${routes.serverInfo.path}`, { headers: { 'x-forwarded-for': address } });
    if (reply.status === 429) return asked;
  }
  return most;
};

test('a trusted proxy says how its client asked; other clients are not believed', async () => {
  expect(await issuer(proxied)).toMatch(/^https:\/\/localhost:4711/);
  expect(await issuer(direct)).toMatch(/^http:\/\/127\.0\.0\.1/);
});

test('limits count the clients behind a trusted proxy, and no invented ones elsewhere', async () => {
  const limit = await askFrom(proxied, '198.51.100.1', 1000);
  expect(limit).toBeLessThan(1000);
  expect(await askFrom(proxied, '198.51.100.2', 3)).toBe(3);
  expect(await askFrom(direct, '198.51.100.1', 1000)).toBeLessThan(1000);
  expect(await askFrom(direct, '198.51.100.2', 3)).toBe(0);
});

test('behind a proxy that takes HTTPS every cookie of a sign-in is for secure pages alone, by its name as well', async () => {
  const begun = async (headers: Record<string, string>) => {
    const query = new URLSearchParams({
      client_id: 'sidetone',
      response_type: 'code',
      redirect_uri: `${headers['x-forwarded-proto'] === 'https' ? 'https://localhost:4711' : proxied.url}/signed-in`,
      scope: 'openid offline_access',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    });
    const reply = await fetch(`${proxied.url}/oidc/auth?${query}`, { headers, redirect: 'manual' });
    return reply.headers.getSetCookie();
  };
  const secured = await begun(forwarded);
  expect(secured.length).toBeGreaterThan(2);
  for (const cookie of secured) expect(cookie).toMatch(/^__(Host|Secure)-sidetone_.*; ?secure/i);
  const plain = await begun({});
  expect(plain.length).toBeGreaterThan(2);
  for (const cookie of plain) expect(cookie).toMatch(/^sidetone_(?!.*; ?secure)/i);
});

test('the provider names itself as the browser knows it, all through', async () => {
  const reply = await fetch(`${proxied.url}/oidc/.well-known/openid-configuration`, { headers: forwarded });
  expect(await reply.json()).toMatchObject({
    authorization_endpoint: 'https://localhost:4711/oidc/auth',
    jwks_uri: 'https://localhost:4711/oidc/jwks',
  });
});

test('browsers are told to use PUBLIC_URL by HTTPS only', async () => {
  const headers = async (more: Record<string, string>) =>
    (await fetch(`${proxied.url}/api/health`, { headers: more })).headers.get('strict-transport-security');
  expect(await headers(forwarded)).toMatch(/^max-age=\d{8}/);
  expect(await headers({})).toBeNull();
  expect(await headers({ ...forwarded, 'x-forwarded-host': 'localhost:4712' })).toBeNull();
});

/** One try to sign in through the proxy, by somebody at this address; gives the status. */
const tryFrom = async (at: ReturnType<typeof browser>, uid: string, address: string, email: string, word: string) => {
  const reply = await at.request(`/api/sign-in/${uid}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email, password: word }),
  });
  return reply.status;
};

test('of 150 names that one link of IPv6 tries 50 are checked, and of 40 links of a site that try one name 20', async () => {
  const nina = await person(proxied, { firstName: 'Nina' });
  const at = browser(proxied.url);
  const { uid = '' } = await beginSignIn(at, proxied.url);
  const link = '2001:db8:4001:7';
  const ofLink: number[] = [];
  for (let one = 1; one <= 150; one += 1) {
    ofLink.push(await tryFrom(at, uid, `${link}::${one.toString(16)}`, `name${one}@guessed.example`, 'guessed word'));
  }
  expect([ofLink.filter((status) => status === 401).length, ofLink.indexOf(429)]).toEqual([50, 50]);
  expect(new Set(ofLink)).toEqual(new Set([401, 429]));

  const ofSite: number[] = [];
  for (let one = 1; one <= 40; one += 1) {
    ofSite.push(await tryFrom(at, uid, `2001:db8:4002:${(one * 0x100).toString(16)}::1`, nina.email, 'guessed word'));
  }
  expect([ofSite.filter((status) => status === 401).length, ofSite.indexOf(429)]).toEqual([20, 20]);

  // Neither keeps her out at home, nor somebody else in the same building.
  expect(await tryFrom(at, uid, '2001:db8:4003:1::1', nina.email, password)).toBe(200);
  expect(await tryFrom(at, uid, '2001:db8:4002:ff00::1', 'somebody@else.example', 'guessed word')).toBe(401);
}, 60_000);
