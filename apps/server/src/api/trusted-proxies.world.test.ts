import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { type TestApi, testApi } from '../testing/test-api.ts';

let direct: TestApi;
let proxied: TestApi;
beforeAll(async () => {
  const config = { ...readConfig({ TRUSTED_PROXIES: '127.0.0.1' }), port: 0 };
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

test('a trusted proxy says how its client asked; anybody else is not believed', async () => {
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
