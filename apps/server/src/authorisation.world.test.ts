import { type LiveQueryName, liveQueries } from '@sidetone/contract/documents/queries.ts';
import { apiBase, type Route } from '@sidetone/contract/http/route.ts';
import { type RouteName, routes } from '@sidetone/contract/http/routes.ts';
import { type AdminRole, adminRoles } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { roleTable } from '@sidetone/contract/rules/admin/role-table.ts';
import { wavOf } from '@sidetone/wav/wav.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { outcomeOf } from './testing/authorisation-outcome.ts';
import { queryRules } from './testing/authorisation-queries.ts';
import { routeRules } from './testing/authorisation-rules.ts';
import { type Actor, actors, authorisationWorld, type Things, tokenOf } from './testing/authorisation-world.ts';
import { digestsOfTables } from './testing/digests-of-tables.ts';
import { liveClient } from './testing/live-client.ts';
import { sampleOf } from './testing/sample-of.ts';
import { callRoute, type TestApi, testApi } from './testing/test-api.ts';

let api: TestApi;
let world: Awaited<ReturnType<typeof authorisationWorld>>;
/** What every request asks about that takes nothing away; it is there until the first one that does. */
let kept: Things;
beforeAll(async () => {
  api = await testApi();
  world = await authorisationWorld(api.db);
  kept = await world.plant();
}, 60_000);
afterAll(() => api.stop());

const all = Object.entries(routes) as [RouteName, Route][];
const allQueries = Object.keys(liveQueries) as LiveQueryName[];

test('every route and live query says whom it answers', () => {
  const missing = all.map(([name]) => name).filter((name) => !routeRules[name]);
  expect(missing, 'routes without an entry in testing/authorisation-rules.ts').toEqual([]);
  const queries = allQueries.filter((name) => !queryRules[name]);
  expect(queries, 'live queries without an entry in testing/authorisation-queries.ts').toEqual([]);
});

test('no entry is about a route or live query that is gone', () => {
  expect(Object.keys(routeRules).filter((name) => !Object.hasOwn(routes, name))).toEqual([]);
  expect(Object.keys(queryRules).filter((name) => !Object.hasOwn(liveQueries, name))).toEqual([]);
});

interface Asker {
  readonly token: string | undefined;
  /** Whom bodies name that are about the asker. */
  readonly id: string;
}
const askerOf = (actor: Actor): Asker => ({
  token: world.tokens[actor],
  id: world.ids[actor as keyof typeof world.ids],
});
const withRole = (role: AdminRole): Asker => ({ token: world.roleTokens[role], id: world.ids.member });

/** Sends the request of a route, about these things, as someone. */
const ask = async (name: RouteName, route: Route, things: Things, { token, id }: Asker) => {
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
  const sent = body ? body(things, id) : route.body && sampleOf(route.body);
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

/** What has to come of it, as the table of rules has it. */
const wantedOf = (name: RouteName, route: Route, actor: Actor) => {
  const entry = routeRules[name];
  if (!entry) throw new Error(`${name} (${route.method} ${route.path}) has no entry in authorisation-rules.ts`);
  const outcome = outcomeOf(route, entry.rule, actor);
  return outcome === 'NOT_FOUND' ? (entry.foreign ?? outcome) : outcome;
};
const isOpenedTo = (role: AdminRole, name: RouteName) => (roleTable[role].routes as readonly string[]).includes(name);

describe('what is refused', () => {
  let before: Readonly<Record<string, string>>;
  beforeAll(async () => {
    before = await digestsOfTables(api.db);
  });

  /** Asks for all that is refused to someone, with the code that each refusal has to have. */
  const expectRefusals = async (asker: Asker, wantedBy: (name: RouteName, route: Route) => string | null) => {
    const wrong: string[] = [];
    for (const [name, route] of all) {
      const wanted = wantedBy(name, route);
      if (wanted === null) continue;
      const { status, code, text } = await ask(name, route, kept, asker);
      if (code !== wanted) wrong.push(`${name}: ${status} ${text} and not ${wanted}`);
    }
    expect(wrong).toEqual([]);
  };

  test.each(actors)('to %s', (actor) =>
    expectRefusals(askerOf(actor), (name, route) => {
      const wanted = wantedOf(name, route, actor);
      return wanted === 'allowed' ? null : wanted;
    }),
  );

  test.each(adminRoles)('to someone with the role %s, on routes for administrators', (role) =>
    expectRefusals(withRole(role), (name, { audience }) =>
      audience === 'admin' && !isOpenedTo(role, name) ? 'FORBIDDEN' : null,
    ),
  );

  test('changes nothing', async () => {
    const after = await digestsOfTables(api.db);
    // Attempts are counted before they are refused.
    expect({ ...after, sign_in_attempts: '' }).toEqual({ ...before, sign_in_attempts: '' });
  });
});

const paramsOf = (name: LiveQueryName, things: Things): object => {
  const { rule, params } = queryRules[name] ?? {};
  return { ...(rule === 'members' && { channelId: things.channelId }), ...params?.(things) };
};

/** Watches lists until each has rows or an error. */
const watch = async (token: string, names: readonly LiveQueryName[], things: Things) => {
  const client = liveClient(api.url, () => token);
  const seen = names.map((name) => ({ name, watched: client.watch(name, paramsOf(name, things)) }));
  const waiting = () => seen.filter(({ watched: { rows, error } }) => !rows && !error).map(({ name }) => name);
  await vi.waitFor(() => expect(waiting()).toEqual([]), { timeout: 20_000, interval: 5 });
  return { seen, close: () => client.close() };
};

test.each(actors)('live queries watched by %s', async (actor) => {
  const { seen, close } = await watch(world.tokens[actor] ?? 'none', allQueries, kept);
  const isKnown = actor !== 'signedOut' && actor !== 'expired';
  const mayWatch = {
    everybody: ['other', 'nonMember', 'member', 'admin'],
    members: ['member'],
    supervisors: ['member', 'admin'],
    users: ['member'],
    admins: ['other', 'admin'],
  };
  const wanted = allQueries.map((name) => {
    const isOpen = mayWatch[queryRules[name]?.rule ?? 'everybody'].includes(actor);
    return [name, isKnown ? (isOpen ? undefined : 'NOT_FOUND') : 'UNAUTHORIZED'];
  });
  expect(seen.map(({ name, watched }) => [name, watched.error])).toEqual(wanted);
  const text = JSON.stringify(seen.map(({ watched }) => watched.rows ?? []));
  if (actor === 'other') for (const id of Object.values(world.ids).slice(1)) expect(text).not.toContain(id);
  await close();
});

test.each(adminRoles)(
  'someone with the role %s watches what the table opens of the lists of administrators',
  async (role) => {
    const names = allQueries.filter((name) => queryRules[name]?.rule === 'admins');
    const { seen, close } = await watch(world.roleTokens[role], names, kept);
    const opened = seen.filter(({ watched }) => watched.error === undefined).map(({ name }) => name);
    expect(opened.sort()).toEqual([...roleTable[role].queries].sort());
    await close();
  },
);

/** Whether what a route names may be gone afterwards, or another one than before. */
const takesAway = ([name, { method }]: [RouteName, Route]) =>
  method !== 'GET' && !['public', 'everybody', 'server'].includes(routeRules[name]?.rule ?? '');

// First those that take nothing away: a later plant removes some of what was planted before it.
describe.each([
  ['what is allowed, and takes nothing away', all.filter((one) => !takesAway(one)), () => kept],
  ['what is allowed, and may take something away', all.filter(takesAway), () => world.plant()],
] as const)('%s', (_what, some, thingsFor) => {
  const allowed = some.map(([name, route]) => ({
    name,
    route,
    askers: actors.filter((actor) => wantedOf(name, route, actor) === 'allowed'),
    roles: adminRoles.filter((role) => isOpenedTo(role, name)),
  }));
  const answered = allowed.filter(({ askers, roles }) => askers.length + roles.length > 0);

  test.each(answered)('$name', async ({ name, route, askers, roles }) => {
    const { alsoFine = [] } = routeRules[name] ?? {};
    const wrong: string[] = [];
    const expectAnswer = async (who: string, asker: Asker, things: Things, fine: readonly number[]) => {
      const { status, text } = await ask(name, route, things, asker);
      if (status >= 400 && !fine.includes(status)) wrong.push(`${who}: ${status} ${text}`);
    };
    const things = await thingsFor();
    for (const actor of askers) await expectAnswer(actor, askerOf(actor), things, alsoFine);
    // What one of them has made is there already for the next.
    for (const role of roles) await expectAnswer(role, withRole(role), await thingsFor(), [409, ...alsoFine]);
    expect(wrong).toEqual([]);
  });
});

describe('users who lose a permission lose what they watch within five seconds', () => {
  const within = { timeout: 5000, interval: 20 };
  const namesOf = (rule: string) => allQueries.filter((name) => queryRules[name]?.rule === rule);
  const watchAs = async (userId: string, queries: readonly LiveQueryName[], things: Things) => {
    const { seen, close } = await watch(await tokenOf(api.db, userId), queries, things);
    expect(seen.filter(({ watched }) => watched.error).map(({ name }) => name)).toEqual([]);
    return { errors: () => seen.map(({ watched }) => watched.error), close };
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
