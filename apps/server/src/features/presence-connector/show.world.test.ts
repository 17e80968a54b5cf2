import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { callRoute } from '../../testing/test-api.ts';
import { showKind } from './show.ts';
import { connect, presenceWorld, type Signed, setDnd, talk } from './testing/presence-world.ts';

let world: Awaited<ReturnType<typeof presenceWorld>>;
let anna: Signed;
let ben: Signed;
beforeAll(async () => {
  world = await presenceWorld();
  anna = await world.signedIn({ firstName: 'Anna', admin: true });
  ben = await world.signedIn({ firstName: 'Ben', accountId: anna.accountId });
}, 60_000);
afterAll(() => world.stop());
afterEach(async () => {
  world.microsoft.faults.clear();
  await sql`update legs set ended_at = now() where ended_at is null`.execute(world.db);
  await setDnd(world.db, anna, false);
  await world.db.deleteFrom('presence_connectors').execute();
  await shows(null);
  await vi.waitFor(async () => expect(await farewells()).toEqual([]), 15_000);
});

const shows = (state: string | null) => vi.waitFor(() => expect(world.microsoft.shown()).toBe(state), 15_000);
const farewells = () => world.db.selectFrom('presence_farewells').select('id').execute();
const kept = () =>
  world.db.selectFrom('presence_connectors').selectAll().where('user_id', '=', anna.userId).executeTakeFirst();
const asked = (path: string) => world.microsoft.journal.filter((one) => one.path.endsWith(path));
const inCall = 'Busy/InACall';
const doNotDisturb = 'DoNotDisturb/Presenting';

test('Teams shows a call for as long as there is one, and do not disturb outside of calls', async () => {
  await connect(world.api(), anna);
  const hangUp = await talk(world.db, anna);
  await shows(inCall);
  expect(asked('/setPresence').at(-1)?.body).toEqual({
    sessionId: world.microsoft.app.clientId,
    availability: 'Busy',
    activity: 'InACall',
    expirationDuration: 'PT1H',
  });
  // Who talks twice still talks after the first end.
  const hangUpOther = await talk(world.db, anna);
  await hangUp();
  await setDnd(world.db, anna, true);
  await hangUpOther();
  await shows(doNotDisturb);
  await setDnd(world.db, anna, false);
  await shows(null);
  const before = world.microsoft.journal.length;
  // The calls of others are not hers.
  await (await talk(world.db, ben))();
  await world.api().jobs.idle(showKind);
  expect(world.microsoft.journal.length).toBe(before);
});

test('what lasts is said again before Microsoft forgets it', async () => {
  await connect(world.api(), anna);
  await talk(world.db, anna);
  await shows(inCall);
  await vi.waitFor(async () => expect((await kept())?.renew_at).not.toBeNull());
  const minutes = (((await kept())?.renew_at?.getTime() ?? 0) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(44);
  expect(minutes).toBeLessThan(46);
  const before = asked('/setPresence').length;
  await world.db.updateTable('presence_connectors').set({ renew_at: new Date() }).execute();
  await vi.waitFor(() => expect(asked('/setPresence').length).toBe(before + 1), 15_000);
});

test('a server that restarts shows a call that went on, and clears one that ended meanwhile', async () => {
  await connect(world.api(), anna);
  const hangUp = await talk(world.db, anna);
  await shows(inCall);
  await world.restart();
  const before = asked('/setPresence').length;
  await hangUp();
  await shows(null);
  expect(asked('/setPresence').length).toBe(before);
  await talk(world.db, anna);
  await shows(inCall);
}, 60_000);

test('a token is renewed before it ends, once, and one that Microsoft takes back is renewed as well', async () => {
  await connectWithShortToken();
  const hangUp = await talk(world.db, anna);
  await shows(inCall);
  const renewed = await kept();
  expect(renewed?.version).toBe(2);
  await hangUp();
  await shows(null);
  expect((await kept())?.version).toBe(2);
  world.microsoft.signIn.endAccess();
  await sql`update presence_connectors set renewed_at = now() - interval '6 minutes'`.execute(world.db);
  await talk(world.db, anna);
  await shows(inCall);
  expect((await kept())?.version).toBe(3);
});

/** Its token is over soon after the sign-in; later ones live as usual. */
async function connectWithShortToken() {
  await connect(world.api(), anna);
  await world.db.updateTable('presence_connectors').set({ expires_at: new Date() }).execute();
}

test('Microsoft is left alone for as long as it wants, and then the newest state counts', async () => {
  await connect(world.api(), anna);
  const refusal = { does: 'refuse', status: 429, headers: { 'retry-after': '3' } } as const;
  world.microsoft.faults.next(refusal, { of: /setPresence/ });
  const before = asked('/setPresence').length;
  const hangUp = await talk(world.db, anna);
  await vi.waitFor(() => expect(asked('/setPresence').length).toBe(before + 1), 15_000);
  const refusedAt = Date.now();
  await setDnd(world.db, anna, true);
  await hangUp();
  await shows(doNotDisturb);
  expect(Date.now() - refusedAt).toBeGreaterThan(2500);
  // The call was over by then, and is never shown.
  expect(
    asked('/setPresence')
      .slice(before)
      .map(({ status }) => status),
  ).toEqual([429, 200]);
});

test.each([500, 503])('an answer %s is tried again', async (status) => {
  await connect(world.api(), anna);
  world.microsoft.faults.next({ does: 'refuse', status, headers: { 'retry-after': '1' } }, { of: /setPresence/ });
  await talk(world.db, anna);
  await vi.waitFor(async () => expect((await kept())?.failures).toBe(1), 15_000);
  await world.db.updateTable('presence_connectors').set({ not_before: new Date() }).execute();
  await shows(inCall);
  await vi.waitFor(async () => expect((await kept())?.failures).toBe(0));
});

test('who took the app out of their account has to sign in again, and nothing more is asked', async () => {
  await connectWithShortToken();
  world.microsoft.signIn.endAll();
  const hangUp = await talk(world.db, anna);
  await vi.waitFor(
    async () => expect(await kept()).toMatchObject({ state: 'reconnect', problem: 'signedOut' }),
    15_000,
  );
  expect(await kept()).toMatchObject({ access_token_sealed: null, refresh_token_sealed: null });
  const before = world.microsoft.journal.length;
  await hangUp();
  await setDnd(world.db, anna, true);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(world.microsoft.journal.length).toBe(before);
  // She signs in again, and her state is shown immediately.
  await connect(world.api(), anna);
  await shows(doNotDisturb);
});

test('a presence that Microsoft forbids is no longer asked for', async () => {
  await connect(world.api(), anna);
  world.microsoft.faults.next({ does: 'refuse', status: 403 }, { of: /setPresence/ });
  await talk(world.db, anna);
  await vi.waitFor(
    async () => expect(await kept()).toMatchObject({ state: 'reconnect', problem: 'forbidden' }),
    15_000,
  );
});

test('SAPI-040 SSET-009: who disconnects during a call shows nothing any longer; so do administrators for others', async () => {
  const { db } = world;
  const remove = (who: Signed, userId: string) =>
    callRoute(world.api().url, who.token, routes.removePresenceConnector, { params: { userId } });
  await connect(world.api(), anna);
  await talk(db, anna);
  await shows(inCall);
  expect((await remove(ben, anna.userId)).status).toBe(404);
  expect((await remove(anna, anna.userId)).status).toBe(200);
  expect(await kept()).toBeUndefined();
  await shows(null);
  await vi.waitFor(async () => expect(await farewells()).toEqual([]), 15_000);
  await connect(world.api(), ben);
  expect((await remove(anna, ben.userId)).status).toBe(200);
  expect(await db.selectFrom('presence_connectors').select('id').execute()).toEqual([]);
  const lines = await db
    .selectFrom('audit_log')
    .select(['actor_user_id', 'target'])
    .where('action', '=', 'presenceConnector.disconnected')
    .execute();
  expect(lines).toContainEqual({ actor_user_id: anna.userId, target: ben.userId });
});

test('what was a token is erased from the files of the database as well', async () => {
  const { db } = world;
  const asksFor = async () => {
    const rows = await db.selectFrom('erasures').select('tables').execute();
    await db.deleteFrom('erasures').execute();
    return rows.map(({ tables }) => tables?.join());
  };
  await connect(world.api(), anna);
  await setDnd(db, anna, true);
  await shows(doNotDisturb);
  await asksFor();
  await callRoute(world.api().url, anna.token, routes.removePresenceConnector, { params: { userId: anna.userId } });
  await shows(null);
  await vi.waitFor(async () => expect(await farewells()).toEqual([]), 15_000);
  expect(await asksFor()).toEqual(Array(2).fill('presence_connectors,presence_farewells'));
});

test('a farewell that Microsoft does not take is said after a restart', async () => {
  await connect(world.api(), anna);
  await setDnd(world.db, anna, true);
  await shows(doNotDisturb);
  world.microsoft.faults.next(
    { does: 'refuse', status: 429, headers: { 'retry-after': '2' } },
    { of: /clearPresence/ },
  );
  await callRoute(world.api().url, anna.token, routes.removePresenceConnector, { params: { userId: anna.userId } });
  await vi.waitFor(() => expect(asked('/clearPresence').at(-1)?.status).toBe(429), 15_000);
  expect(await farewells()).toHaveLength(1);
  await world.restart();
  await shows(null);
}, 60_000);

test('NET-009: another generation deletes what all users of the account have connected, and clears it', async () => {
  const ute = await world.signedIn({ firstName: 'Ute', admin: true });
  await connect(world.api(), ute);
  await connect(world.api(), anna);
  await setDnd(world.db, ute, true);
  await shows(doNotDisturb);
  const change = await callRoute(world.api().url, ute.token, routes.changeAccount, {
    body: { flags: { hasNeoPbx: false } },
  });
  expect(change.status).toBe(200);
  const left = await world.db.selectFrom('presence_connectors').select('user_id').execute();
  expect(left).toEqual([{ user_id: anna.userId }]);
  await shows(null);
});

test('someone who is deactivated is connected no longer', async () => {
  await connect(world.api(), ben);
  await world.db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', ben.userId).execute();
  expect(await world.db.selectFrom('presence_connectors').select('id').execute()).toEqual([]);
});
