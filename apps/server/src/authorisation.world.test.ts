import { type LiveQueryName, liveQueries } from '@sidetone/contract/documents/queries.ts';
import { apiBase, type Route } from '@sidetone/contract/http/route.ts';
import { type RouteName, routes } from '@sidetone/contract/http/routes.ts';
import { type AdminRole, adminRoles } from '@sidetone/contract/rules/admin-roles.ts';
import { roleTable } from '@sidetone/contract/rules/role-table.ts';
import { wavOf } from '@sidetone/wav/wav.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { outcomeOf } from './testing/authorisation-outcome.ts';
import { queryRules } from './testing/authorisation-queries.ts';
import { routeRules } from './testing/authorisation-rules.ts';
import { type Actor, actors, authorisationWorld, type Things, tokenOf } from './testing/authorisation-world.ts';
import { liveClient } from './testing/live-client.ts';
import { sampleOf } from './testing/sample-of.ts';
import { callRoute, type TestApi, testApi } from './testing/test-api.ts';

let api: TestApi;
let world: Awaited<ReturnType<typeof authorisationWorld>>;
beforeAll(async () => {
  api = await testApi();
  world = await authorisationWorld(api.db);
}, 60_000);
afterAll(() => api.stop());

const all = Object.entries(routes) as [RouteName, Route][];

test('every route and live query says whom it answers', () => {
  const missing = all.map(([name]) => name).filter((name) => !routeRules[name]);
  expect(missing, 'routes without an entry in testing/authorisation-rules.ts').toEqual([]);
  const queries = (Object.keys(liveQueries) as LiveQueryName[]).filter((name) => !queryRules[name]);
  expect(queries, 'live queries without an entry in testing/authorisation-queries.ts').toEqual([]);
});

test('no entry is about a route or live query that is gone', () => {
  expect(Object.keys(routeRules).filter((name) => !Object.hasOwn(routes, name))).toEqual([]);
  expect(Object.keys(queryRules).filter((name) => !Object.hasOwn(liveQueries, name))).toEqual([]);
});

/** Sends the request of a route, about these things, as someone. */
const ask = async (name: RouteName, route: Route, things: Things, actor: Actor, token = world.tokens[actor]) => {
  const { body, query, params } = routeRules[name] ?? {};
  const known: Record<string, string | undefined> = {
    accountId: things.accountId,
    channelId: things.channelId,
    docId: things.docId,
    callId: things.docId,
    userId: things.userId,
    phoneId: things.deskPhoneId,
    trunkId: things.trunkId,
    number: things.number,
    extension: things.extension,
    backupId: 'none',
    webUserId: things.memberId,
    reason: 'busy',
    announcementId: things.announcementId,
    contactId: things.contactId,
    importId: things.importId,
    favoriteId: things.favoriteId,
    assetId: things.assetId,
    feedbackId: things.feedbackId,
    setId: things.setId,
    targetId: '4c7b3a1e-0a61-4a8a-9c53-0e4f4f2a5d11',
    ...params?.(things),
  };
  const path = route.path.replace(/\{(\w+)\}/g, (_all, key: string) => encodeURIComponent(known[key] ?? 'none'));
  const search = query ? `?${new URLSearchParams(query(things))}` : '';
  const sent = body ? body(things, world.ids[actor as keyof typeof world.ids]) : route.body && sampleOf(route.body);
  const isSound = ['uploadHoldMusic', 'uploadGreeting', 'addAnnouncement', 'replaceAnnouncement'].includes(name);
  const isForm = ['websocketAuth', 'stopChannelMail'].includes(name);
  const file = ['importContacts', 'uploadAsset'].includes(name) ? 'BEGIN:VCARD\nFN:Anna Bell\nEND:VCARD\n' : null;
  const response = await fetch(`${api.url}${apiBase}${path}${search}`, {
    method: route.method,
    redirect: 'manual',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(isSound
        ? { 'content-type': 'audio/wav' }
        : file !== null
          ? { 'content-type': name === 'uploadAsset' ? 'application/octet-stream' : 'text/vcard' }
          : isForm || sent === undefined
            ? {}
            : { 'content-type': 'application/json' }),
    },
    ...(isSound
      ? { body: someSound() }
      : file !== null
        ? { body: file }
        : sent === undefined
          ? {}
          : { body: isForm ? new URLSearchParams(sent as Record<string, string>) : JSON.stringify(sent) }),
  });
  const text = await response.text();
  const code = /"code":"(\w+)"/.exec(text)?.[1];
  return { status: response.status, code, text: text.slice(0, 300) };
};

/** Two seconds of silence, which can be music or a greeting. */
const someSound = (): Buffer<ArrayBuffer> => Buffer.from(wavOf([new Int16Array(16_000)], 8000));

describe.each(all)('%s', (name, route) => {
  let things: Things;
  beforeAll(async () => {
    things = await world.plant();
  });
  // Users who may change something come last, so that the others ask about what is still there.
  test.each(actors)('asked by %s', async (actor) => {
    const entry = routeRules[name];
    if (!entry) throw new Error(`${name} (${route.method} ${route.path}) has no entry in authorisation-rules.ts`);
    const outcome = outcomeOf(route, entry.rule, actor);
    const wanted = outcome === 'NOT_FOUND' ? (entry.foreign ?? outcome) : outcome;
    const got = await ask(name, route, things, actor);
    if (wanted !== 'allowed') {
      expect(got).toMatchObject({ code: wanted });
      return;
    }
    const isFine = got.status < 400 || (entry.alsoFine?.includes(got.status) ?? false);
    expect(isFine, `${got.status} ${got.text}`).toBe(true);
  });
});

const paramsOf = (name: LiveQueryName, things: Things): object => {
  const { rule, params } = queryRules[name] ?? {};
  return { ...(rule === 'members' && { channelId: things.channelId }), ...params?.(things) };
};

describe.each(Object.keys(liveQueries) as LiveQueryName[])('live query %s', (name) => {
  let things: Things;
  beforeAll(async () => {
    things = await world.plant();
  });
  test.each(actors)('watched by %s', async (actor) => {
    const rule = queryRules[name]?.rule;
    const client = liveClient(api.url, () => world.tokens[actor] ?? 'none');
    const seen = client.watch(name, paramsOf(name, things));
    await vi.waitFor(() => expect(seen.rows ?? seen.error).toBeDefined(), { timeout: 20_000, interval: 5 });
    const mayWatch = {
      everybody: ['other', 'nonMember', 'member', 'admin'],
      members: ['member'],
      supervisors: ['member', 'admin'],
      users: ['member'],
      admins: ['other', 'admin'],
    }[rule ?? 'everybody'].includes(actor);
    const isKnown = actor !== 'signedOut' && actor !== 'expired';
    expect(seen.error).toBe(isKnown ? (mayWatch ? undefined : 'NOT_FOUND') : 'UNAUTHORIZED');
    const text = JSON.stringify(seen.rows ?? []);
    if (actor === 'other') for (const id of Object.values(world.ids).slice(1)) expect(text).not.toContain(id);
    await client.close();
  });
});

describe('users who lose a permission lose what they watch within five seconds', () => {
  const within = { timeout: 5000, interval: 20 };
  const namesOf = (rule: string) =>
    (Object.keys(liveQueries) as LiveQueryName[]).filter((name) => queryRules[name]?.rule === rule);
  const watchAs = async (userId: string, queries: readonly LiveQueryName[], things: Things) => {
    const token = await tokenOf(api.db, userId);
    const client = liveClient(api.url, () => token);
    const seen = queries.map((name) => client.watch(name, paramsOf(name, things)));
    await vi.waitFor(() => expect(seen.every(({ rows }) => rows !== undefined)).toBe(true), { timeout: 20_000 });
    return { errors: () => seen.map(({ error }) => error), close: () => client.close() };
  };

  test('a member who is taken out of a channel', async () => {
    const things = await world.plant();
    const open = await watchAs(things.memberId, namesOf('members'), things);
    await api.db.deleteFrom('channel_members').where('channel_id', '=', things.channelId).execute();
    await vi.waitFor(() => expect(new Set(open.errors())).toEqual(new Set(['NOT_FOUND'])), within);
    await open.close();
  });

  test('a user who is taken away from a call assistant', async () => {
    const things = await world.plant();
    const open = await watchAs(things.memberId, namesOf('users'), things);
    await api.db.deleteFrom('assistant_users').where('assistant_id', '=', things.assistantId).execute();
    await vi.waitFor(() => expect(new Set(open.errors())).toEqual(new Set(['NOT_FOUND'])), within);
    await open.close();
  });

  test('a former administrator', async () => {
    const things = await world.plant();
    const { userId } = things;
    await api.db.updateTable('users').set({ admin: true }).where('id', '=', userId).execute();
    const open = await watchAs(userId, namesOf('admins'), things);
    await api.db.updateTable('users').set({ admin: false }).where('id', '=', userId).execute();
    await vi.waitFor(() => expect(new Set(open.errors())).toEqual(new Set(['NOT_FOUND'])), within);
    await open.close();
  });

  test.each(adminRoles)('someone whose role %s is taken away', async (role) => {
    const things = await world.plant();
    const { userId } = things;
    const setRoles = async (roles: AdminRole[]) => {
      await api.db.updateTable('users').set({ roles }).where('id', '=', userId).execute();
    };
    await setRoles([role]);
    const open = await watchAs(userId, roleTable[role].queries, things);
    await setRoles([]);
    await vi.waitFor(() => expect(new Set(open.errors())).toEqual(new Set(['NOT_FOUND'])), within);
    await open.close();
  });

  test.each(['deactivated', 'signed out'])('a user who is %s', async (how) => {
    const things = await world.plant();
    const { userId } = things;
    const open = await watchAs(userId, namesOf('everybody'), things);
    if (how === 'deactivated') {
      await api.db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', userId).execute();
    } else {
      await callRoute(api.url, world.tokens.admin, routes.signOutUser, { params: { userId } });
    }
    await vi.waitFor(() => expect(new Set(open.errors())).toEqual(new Set(['UNAUTHORIZED'])), within);
    await open.close();
  });
});

/** Every role × every route for administrators, as the table of the contract has it. */
describe.each(adminRoles)('someone with the role %s', (role) => {
  /** For what is refused, before it is looked for. */
  let things: Things | undefined;
  const adminRoutes = all.filter(([, { audience }]) => audience === 'admin');
  test.each(adminRoutes)('asks %s', async (name, route) => {
    const isOpened = (roleTable[role].routes as readonly string[]).includes(name);
    things ??= await world.plant();
    const own = isOpened ? await world.plant() : things;
    const got = await ask(name, route, own, 'member', world.roleTokens[role]);
    if (!isOpened) return expect(got).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    // What one of them has made is there already for the next.
    const isFine = got.status < 400 || [409, ...(routeRules[name]?.alsoFine ?? [])].includes(got.status);
    expect(isFine, `${got.status} ${got.text}`).toBe(true);
  });

  test('watches what the table opens of the lists of administrators', async () => {
    const things = await world.plant();
    const names = (Object.keys(liveQueries) as LiveQueryName[]).filter((name) => queryRules[name]?.rule === 'admins');
    const client = liveClient(api.url, () => world.roleTokens[role]);
    const seen = names.map((name) => [name, client.watch(name, paramsOf(name, things))] as const);
    await vi.waitFor(() => expect(seen.every(([, { rows, error }]) => rows ?? error)).toBe(true), { timeout: 20_000 });
    const opened = seen.filter(([, { error }]) => error === undefined).map(([name]) => name);
    expect(opened.sort()).toEqual([...roleTable[role].queries].sort());
    await client.close();
  });
});
