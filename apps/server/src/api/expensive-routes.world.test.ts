import { randomBytes } from 'node:crypto';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callRoute, person, signInAs, type TestApi, testApi } from '../testing/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
}, 60_000);
afterAll(() => api.stop());

test('one sign-in is slowed down where a request costs much, and nobody else is', async () => {
  const anna = await person(api, { firstName: 'Anna' });
  const [first, second] = [await signInAs(api.url, anna.email), await signInAs(api.url, anna.email)];
  const search = (token: string) => callRoute(api.url, token, routes.searchContacts, { query: { query: 'a' } });
  const replies = await Promise.all(Array.from({ length: 250 }, () => search(first.access_token)));
  const refused = replies.filter(({ status }) => status === 429);
  // A window may end in between, and the next one begins again.
  expect(refused.length).toBeGreaterThanOrEqual(50);
  expect(refused[0]?.body).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', retryAfterSeconds: expect.any(Number) });
  expect((await search(second.access_token)).status).toBe(200);
});

test('nobody drives the registrar of a phone by switching it on and off without end', async () => {
  const cora = await person(api, { firstName: 'Cora' });
  const token = (await signInAs(api.url, cora.email)).access_token;
  const phone = { params: { id: 'any' }, body: { isConnected: true, isUserConfigured: true } };
  const asking: (() => Promise<{ readonly status: number }>)[] = [
    () => callRoute(api.url, token, routes.setPhoneConnection, phone),
    () => callRoute(api.url, token, routes.syncPhones, {}),
  ];
  for (const ask of asking) {
    const replies = await Promise.all(Array.from({ length: 120 }, ask));
    // A window may end in between, and the next one begins again.
    expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(20);
  }
});

test('tokens that nobody knows are refused without being looked up once a network has sent many', async () => {
  const dora = await person(api, { firstName: 'Dora' });
  const good = (await signInAs(api.url, dora.email)).access_token;
  const ask = (token: string) => callRoute(api.url, token, routes.searchContacts, { query: { query: 'a' } });
  const replies: Awaited<ReturnType<typeof ask>>[] = [];
  for (let count = 0; count < 250; count += 1) replies.push(await ask(randomBytes(32).toString('base64url')));
  const refused = replies.filter(({ status }) => status === 429);
  // A window may end in between, and the next one begins again.
  expect(refused.length).toBeGreaterThanOrEqual(50);
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(replies.length - refused.length);
  expect(refused[0]?.body).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', retryAfterSeconds: expect.any(Number) });
  // Who is signed in is kept waiting no longer than that window.
  await expect.poll(async () => (await ask(good)).status, { timeout: 15_000, interval: 500 }).toBe(200);
}, 30_000);

test('wrong sign-ins are counted for administrators by the address that they came from', async () => {
  const ben = await person(api, { firstName: 'Ben' });
  await signInAs(api.url, ben.email);
  expect(await signInAs(api.url, 'nobody@example.com')).not.toHaveProperty('access_token');
  const counts = await api.db.selectFrom('refusals').select(['scope', 'kind', 'count']).execute();
  expect(counts).toEqual([{ scope: 'server', kind: 'signInWrong', count: '1' }]);
  const log = await api.db.selectFrom('audit_log').select(['action', 'actor_user_id']).execute();
  expect(log).toContainEqual({ action: 'signIn.succeeded', actor_user_id: ben.userId });
  expect(log).toContainEqual({ action: 'refusal.signIn', actor_user_id: null });
});

test('one address does not fill the database with sign-ins that it begins', async () => {
  const begin = async () => {
    const reply = await fetch(`${api.url}/oidc/auth?client_id=nobody`);
    return { status: reply.status, body: await reply.text() };
  };
  const replies = await Promise.all(Array.from({ length: 650 }, begin));
  const refused = replies.filter(({ status }) => status === 429);
  // A window may end in between, and the next one begins again.
  expect(refused.length).toBeGreaterThanOrEqual(50);
  expect(replies.filter(({ status }) => status === 400).length).toBe(replies.length - refused.length);
  expect(JSON.parse(refused[0]?.body ?? '')).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
});
