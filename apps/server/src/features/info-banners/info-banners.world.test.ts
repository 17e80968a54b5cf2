import {
  type AdminInfoBanner,
  type InfoBannerDraft,
  infoBannersPerAccount,
} from '@sidetone/contract/entities/admin-banner.ts';
import type { ShownInfoBanner } from '@sidetone/contract/entities/banner.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { infoBannerBody } from '../../testing/authorisation-bodies.ts';
import { tokenOf } from '../../testing/authorisation-world.ts';
import { liveClient } from '../../testing/live-client.ts';
import { callRoute, person, type TestApi, testApi } from '../../testing/test-api.ts';

let api: TestApi;
/** Administrator and colleague of one company, and the administrator of another. */
let boss: Someone;
let colleague: Someone;
let neighbour: Someone;
interface Someone {
  readonly userId: string;
  readonly accountId: string;
  token: string;
}

beforeAll(async () => {
  api = await testApi();
  const made = await person(api, { firstName: 'Boss', admin: true });
  boss = { ...made, token: '' };
  colleague = { ...(await person(api, { firstName: 'Cora', accountId: made.accountId })), token: '' };
  neighbour = { ...(await person(api, { firstName: 'Nora', admin: true })), token: '' };
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.db.deleteFrom('info_banners').execute();
  await api.db.updateTable('accounts').set({ runs_server: false, flags: '{}' }).execute();
  await api.db.updateTable('accounts').set({ runs_server: true }).where('id', '=', boss.accountId).execute();
  for (const who of [boss, colleague, neighbour]) who.token = await tokenOf(api.db, who.userId);
});

const message = { de: 'Wartung am Sonntag.', en: 'Maintenance on Sunday.' };
const draft = (more: Partial<InfoBannerDraft> = {}): InfoBannerDraft => ({
  ...infoBannerBody(),
  message,
  type: 'INFO',
  ...more,
});
const add = (who: Someone, more: Partial<InfoBannerDraft> = {}) =>
  callRoute(api.url, who.token, routes.addInfoBanner, { body: draft(more) });
const added = async (who: Someone, more: Partial<InfoBannerDraft> = {}) => {
  const reply = await add(who, more);
  expect(reply.status).toBe(200);
  return (reply.body as { id: string }).id;
};
const change = (who: Someone, bannerId: string, body: Partial<InfoBannerDraft>) =>
  callRoute(api.url, who.token, routes.changeInfoBanner, { params: { bannerId }, body });
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });

function watch<R extends { id: string; rev: number }>(who: Someone, name: string) {
  const client = liveClient(api.url, () => who.token);
  return { seen: client.watch<R>(name), close: () => client.close() };
}
type Shown = ShownInfoBanner & { rev: number };
const watchShown = (who: Someone) => watch<Shown>(who, 'infoBanners');

test.each(['0000-06-01T00:00:00Z', '2030-06-01T00:00:00+23:59'])('%s is no end that news can have', async (expires) => {
  expect(await add(boss, { expires })).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
});

test('news of an administrator appears with their users, changes and goes, live', async () => {
  const [here, there, list] = [
    watchShown(colleague),
    watchShown(neighbour),
    watch<AdminInfoBanner & { rev: number }>(boss, 'adminInfoBanners'),
  ];
  await eventually(() => expect([here.seen.rows, there.seen.rows, list.seen.rows]).toEqual([[], [], []]));
  const link = { link: 'https://status.example/', linkText: { de: 'Stand', en: 'Status' } };
  const id = await added(boss, { ...link, type: 'WARNING', fromVersion: '1.2', os: ['mac'] });
  await eventually(() =>
    expect(here.seen.rows).toMatchObject([{ id, message, ...link, type: 'WARNING', os: ['mac'] }]),
  );
  await eventually(() => expect(list.seen.rows).toMatchObject([{ id, isForAllAccounts: false, enabled: true }]));
  expect((await change(boss, id, { type: 'ERROR', priority: 7 })).status).toBe(200);
  await eventually(() =>
    expect(here.seen.rows).toMatchObject([{ id, type: 'ERROR', priority: 7, fromVersion: '1.2', ...link }]),
  );
  expect((await change(boss, id, { enabled: false })).status).toBe(200);
  await eventually(() => expect(here.seen.rows).toEqual([]));
  expect(list.seen.rows).toMatchObject([{ id, enabled: false }]);
  await callRoute(api.url, boss.token, routes.removeInfoBanner, { params: { bannerId: id } });
  await eventually(() => expect(list.seen.rows).toEqual([]));
  expect(there.seen.messages).toBe(1);
  const lines = await api.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id'])
    .where('target', '=', id)
    .orderBy('id')
    .execute();
  expect(lines.map(({ action }) => action)).toEqual([
    'infoBanner.added',
    'infoBanner.changed',
    'infoBanner.changed',
    'infoBanner.removed',
  ]);
  for (const each of [here, there, list]) await each.close();
});

test('the operator of the server reaches all accounts, and nobody else does', async () => {
  expect((await add(neighbour, { isForAllAccounts: true })).status).toBe(403);
  const own = await added(neighbour);
  expect((await change(neighbour, own, { isForAllAccounts: true })).status).toBe(403);
  const there = watchShown(neighbour);
  await eventually(() => expect(there.seen.rows?.map(({ id }) => id)).toEqual([own]));
  const id = await added(boss, { isForAllAccounts: true });
  await eventually(() => expect(there.seen.rows?.map((row) => row.id)).toEqual([own, id]));
  expect(there.seen.rows?.[1]).not.toHaveProperty('isForAllAccounts');
  await change(boss, id, { isForAllAccounts: false });
  await eventually(() => expect(there.seen.rows?.map((row) => row.id)).toEqual([own]));
  await there.close();
});

test('a banner for test accounts leaves the server for them alone', async () => {
  const here = watchShown(colleague);
  const id = await added(boss, { testAccountOnly: true });
  const everybodys = await added(boss);
  await eventually(() => expect(here.seen.rows?.map((row) => row.id)).toEqual([everybodys]));
  await sql`update accounts set flags = '{"isTestAccount": true}' where id = ${boss.accountId}`.execute(api.db);
  await eventually(() => expect(here.seen.rows?.map((row) => row.id)).toEqual([id, everybodys]));
  await here.close();
});

test('an expired banner is no longer shown', async () => {
  const [past, future] = [new Date(Date.now() - 1000).toISOString(), new Date(Date.now() + 60_000).toISOString()];
  await added(boss, { expires: past });
  const id = await added(boss, { expires: future });
  const here = watchShown(colleague);
  await eventually(() => expect(here.seen.rows).toMatchObject([{ id, expires: future }]));
  await here.close();
});

test("another account's banner does not exist, and colleagues write none", async () => {
  const id = await added(boss);
  expect((await change(neighbour, id, { enabled: false })).status).toBe(404);
  const removal = await callRoute(api.url, neighbour.token, routes.removeInfoBanner, { params: { bannerId: id } });
  expect(removal.status).toBe(404);
  expect((await add(colleague)).status).toBe(403);
  expect(await api.db.selectFrom('info_banners').select('enabled').execute()).toEqual([{ enabled: true }]);
});

test('a change that would leave no whole banner is refused field by field', async () => {
  const id = await added(boss, { link: 'https://status.example/', linkText: { de: 'Stand', en: 'Status' } });
  const refused = await change(boss, id, { link: null });
  expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', issues: [{ path: 'link' }] } });
  expect((await change(boss, id, { link: 'javascript:alert(1)' })).status).toBe(400);
  expect((await change(boss, id, { link: null, linkText: null })).status).toBe(200);
});

test('there is an end to what one account writes', async () => {
  await sql`insert into info_banners (id, account_id, scope, enabled, content)
    select 'many' || n, ${boss.accountId}, ${boss.accountId}, false, '{}' from generate_series(1, ${infoBannersPerAccount}) n`.execute(
    api.db,
  );
  expect((await add(boss)).status).toBe(409);
  expect((await add(neighbour)).status).toBe(200);
});

test('what another Sidetone wrote and this one does not understand is left out', async () => {
  await sql`insert into info_banners (id, account_id, scope, enabled, content)
    values ('strange', ${boss.accountId}, ${boss.accountId}, true, '{"type": "HOLOGRAM"}')`.execute(api.db);
  const id = await added(boss);
  const here = watchShown(colleague);
  await eventually(() => expect(here.seen.rows?.map((row) => row.id)).toEqual([id]));
  await here.close();
});
