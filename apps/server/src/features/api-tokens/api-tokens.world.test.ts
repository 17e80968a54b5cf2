import { companyScopes, mostApiTokens, personalScopes } from '@sidetone/contract/entities/api-token.ts';
import type { Route } from '@sidetone/contract/http/route.ts';
import { type RouteName, routes } from '@sidetone/contract/http/routes.ts';
import { scopeOfRoute } from '@sidetone/contract/http/token-scopes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSessions } from '../../identity/end-sessions.ts';
import { audit } from '../../requests/audit.ts';
import type { Writer } from '../../storage/writer.ts';
import { authorisationWorld } from '../../testing/authorisation-world.ts';
import { sampleOf } from '../../testing/sample-of.ts';
import { callRoute, type TestApi, testApi } from '../../testing/test-api.ts';
import { writeCall } from '../inbox/testing/some-calls.ts';

let api: TestApi;
let world: Awaited<ReturnType<typeof authorisationWorld>>;
beforeAll(async () => {
  api = await testApi();
  world = await authorisationWorld(api.db);
});
afterAll(() => api.stop());

const company = async (scopes: readonly string[], days = 30) =>
  (
    await callRoute(api.url, world.tokens.admin, routes.createCompanyToken, {
      body: { name: 'Reports', scopes, days } as never,
    })
  ).body;
const personal = async (scopes: readonly string[]) =>
  (
    await callRoute(api.url, world.tokens.member, routes.createPersonalToken, {
      body: { name: 'Script', scopes } as never,
    })
  ).body;
const statusOf = async (token: string, route: Route, request: object = {}) =>
  (await callRoute(api.url, token, route, request as never)).status;

test('a token of the company reads the call records as pages and as CSV, and the log has it by its id', async () => {
  const { token, id } = await company(['callRecords']);
  expect(token).toMatch(/^sidetone_api_[\w-]{43}$/);
  const page = await callRoute(api.url, token, routes.callRecords, { query: {} });
  expect([page.status, page.body.records]).toEqual([200, []]);
  const csv = await callRoute(api.url, token, routes.exportCallRecords, { query: {} });
  expect([csv.status, String(csv.body)]).toEqual([200, expect.stringContaining('Seconds talked')]);
  const { body: log } = await callRoute(api.url, world.tokens.admin, routes.auditLog, { query: { limit: 20 } });
  const actions = log.entries.filter(({ actorUserId }) => actorUserId === id).map(({ action }) => action);
  expect(actions).toEqual(['callRecords.exported', 'callRecords.read']);
  const { body } = await callRoute(api.url, world.tokens.admin, routes.companyTokens, {});
  expect(body.tokens.find((one) => one.id === id)).toMatchObject({ name: 'Reports', lastUsedAt: expect.any(String) });
  // Only its digest is kept.
  const rows = await api.db.selectFrom('api_tokens').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token.slice('sidetone_api_'.length));
});

test('a token with every scope is taken by the routes of the table and by no others', async () => {
  const closed = (Object.entries(routes) as [RouteName, Route][]).filter(
    ([name, { audience }]) => audience !== 'public' && !Object.hasOwn(scopeOfRoute, name),
  );
  const open: string[] = [];
  // A token is held off after a hundred requests.
  for (let at = 0; at < closed.length; at += 90) {
    const held = [await company(companyScopes), await personal(personalScopes)];
    for (const [name, route] of closed.slice(at, at + 90)) {
      const params = Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => [key, 'w1']));
      for (const { token } of held) if ((await statusOf(token, route, { params })) !== 403) open.push(name);
    }
  }
  expect(closed.length).toBeGreaterThan(200);
  expect(open).toEqual([]);
});

test('each route of the table needs its own scope, and one of a user gives no rights of an administrator', async () => {
  const tokens = {
    callRecords: (await company(['callRecords'])).token,
    users: (await company(['users'])).token,
    audit: (await company(['audit'])).token,
    calls: (await personal(['calls'])).token,
    recordings: (await personal(['recordings'])).token,
    contacts: (await personal(['contacts'])).token,
    dial: (await personal(['dial'])).token,
  };
  for (const [name, scope] of Object.entries(scopeOfRoute)) {
    const route: Route = routes[name as RouteName];
    const request = {
      params: { channelId: 'c', docId: 'd', accountId: 's', number: '+4930', contactId: 'k' },
      query: route.query ? sampleOf(route.query) : undefined,
    };
    for (const [held, token] of Object.entries(tokens)) {
      const status = await statusOf(token, route, request);
      expect(status === 403, `${name} with ${held}`).toBe(held !== scope);
    }
  }
});

test('a user lists calls by token, in pages, of channels that they are a member of', async () => {
  const { channelId, privateChannelId } = await world.plant();
  const { token } = await personal(['calls']);
  for (const [at, id] of ['t1', 't2', 't3'].entries()) {
    await writeCall(api.db, id, { channel: channelId, at: `2026-11-1${at}T09:00:00Z` });
  }
  const list = (query: object) => callRoute(api.url, token, routes.ownCalls, { query } as never);
  const ids: string[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const { body } = await list({ channelId, limit: '2', ...(next === '' ? {} : { before: next }) });
    ids.push(...body.calls.map(({ id }) => id));
    next = body.next;
  }
  expect(ids.filter((id) => /^t\d$/.test(id))).toEqual(['t3', 't2', 't1']);
  expect(new Set(ids).size).toBe(ids.length);
  expect((await list({})).body.calls.every((row) => row.channelId === privateChannelId)).toBe(true);
  expect((await list({ channelId: 'nobody' })).status).toBe(404);
  expect((await list({ before: 'nowhere' })).status).toBe(400);
});

test('the audit log goes on by token where it was left, oldest first', async () => {
  const { token } = await company(['audit']);
  const read = (query: object) => callRoute(api.url, token, routes.auditLog, { query } as never);
  const newest = (await read({ limit: '1' })).body.entries[0]?.id ?? '0';
  await company(['users']);
  await company(['users']);
  const since = await read({ after: newest, limit: '1' });
  expect(since.body.entries).toMatchObject([{ action: 'apiToken.created' }]);
  const rest = await read({ after: since.body.next ?? '' });
  expect(rest.body.entries).toMatchObject([{ action: 'apiToken.created' }]);
  expect(rest.body.next).toBeNull();
});

test('a line of the audit log that was committed late is not left out, though one with a higher id was read', async () => {
  const { token } = await company(['audit']);
  const read = async (after: string) => {
    const { body } = await callRoute(api.url, token, routes.auditLog, { query: { after } } as never);
    return body.entries.map(({ id, target }) => ({ id, target }));
  };
  const { body } = await callRoute(api.url, token, routes.auditLog, { query: { limit: '1' } } as never);
  const newest = body.entries[0]?.id ?? '0';
  const admins = api.db.selectFrom('users').select('account_id as accountId').where('id', '=', world.ids.admin);
  const { accountId } = await admins.executeTakeFirstOrThrow();
  const line = (trx: Writer, target: string) =>
    audit(trx, { accountId, actorUserId: null, action: 'account.changed', target });
  const [written, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = api.db.transaction().execute(async (trx) => {
    await line(trx, 'slow');
    written.resolve();
    await told.promise;
  });
  await written.promise;
  await api.db.transaction().execute((trx) => line(trx, 'fast'));
  const [fast, ...others] = await read(newest);
  expect([fast?.target, others]).toEqual(['fast', []]);
  told.resolve();
  await slow;
  expect(await read(fast?.id ?? '')).toMatchObject([{ target: 'slow' }]);
  expect((await read(newest)).map(({ target }) => target)).toEqual(['fast', 'slow']);
});

test('an administrator who stops being one at that moment gets no token of the company', async () => {
  const setAdmin = (db: Writer, admin: boolean) =>
    db.updateTable('users').set({ admin }).where('id', '=', world.ids.admin).execute();
  const waiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db);
    return rows.length;
  };
  const asked = await api.db.transaction().execute(async (trx) => {
    await setAdmin(trx, false);
    const asked = company(['users']);
    await expect.poll(waiting).toBeGreaterThan(0);
    return { asked };
  });
  expect(await asked.asked).toMatchObject({ code: 'FORBIDDEN' });
  await setAdmin(api.db, true);
  expect(await company(['users'])).toHaveProperty('token');
});

test('tokens end when they are deleted, too old, or their user signs out everywhere or is deactivated', async () => {
  const at = (token: string) => statusOf(token, routes.ownCalls, { query: {} });
  const deleted = await personal(['calls']);
  expect(await at(deleted.token)).toBe(200);
  const foreign = { params: { tokenId: deleted.id } };
  expect(await statusOf(world.tokens.nonMember ?? '', routes.deletePersonalToken, foreign)).toBe(404);
  expect(await statusOf(world.tokens.admin ?? '', routes.deleteCompanyToken, foreign)).toBe(404);
  expect(await statusOf(world.tokens.member ?? '', routes.deletePersonalToken, foreign)).toBe(200);
  expect(await at(deleted.token)).toBe(401);
  const ofCompany = await company(['users']);
  expect(
    await statusOf(world.tokens.other ?? '', routes.deleteCompanyToken, { params: { tokenId: ofCompany.id } }),
  ).toBe(404);
  expect(await statusOf(ofCompany.token, routes.listUsers)).toBe(200);
  await api.db.updateTable('api_tokens').set({ expires_at: new Date() }).where('id', '=', ofCompany.id).execute();
  expect(await callRoute(api.url, ofCompany.token, routes.listUsers, {})).toMatchObject({
    status: 401,
    body: { code: 'TOKEN_EXPIRED' },
  });
  const { nonMember = '' } = world.tokens;
  const made = await callRoute(api.url, nonMember, routes.createPersonalToken, {
    body: { name: 'Script', scopes: ['calls'] } as never,
  });
  const ofColleague = made.body.token;
  expect(await at(ofColleague)).toBe(200);
  const colleague = { params: { userId: world.ids.nonMember } };
  expect(await statusOf(world.tokens.admin ?? '', routes.deactivateUser, colleague)).toBe(200);
  expect(await at(ofColleague)).toBe(401);
  expect(await statusOf(world.tokens.admin ?? '', routes.reactivateUser, colleague)).toBe(200);
  expect(await at(ofColleague)).toBe(401);
  const signedOut = await personal(['calls']);
  await api.db.transaction().execute((trx) => endSessions(trx, world.ids.member, null));
  expect(await at(signedOut.token)).toBe(401);
});

test('a company has twenty tokens at most, and too many requests with one are refused', async () => {
  await api.db.deleteFrom('api_tokens').execute();
  const make = () =>
    callRoute(api.url, world.tokens.admin, routes.createCompanyToken, { body: { name: 'Many', scopes: ['users'] } });
  const made = await Promise.all(Array.from({ length: mostApiTokens + 2 }, make));
  expect(made.filter(({ status }) => status === 200)).toHaveLength(mostApiTokens);
  expect(made.filter(({ status }) => status === 409)).toHaveLength(2);
  const token = made.find(({ status }) => status === 200)?.body.token ?? '';
  const statuses = await Promise.all(Array.from({ length: 120 }, () => statusOf(token, routes.listUsers)));
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});
