import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { devicesOf, maxDevices } from './registered-devices.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.stop());

const about = { name: 'Chrome 142', os: 'Linux', version: '0.2.0', platform: 'browser' as const };

const somebody = async (firstName: string) => {
  const { userId, email } = await person(api, { firstName });
  const token = (await signInAs(api.url, email)).access_token;
  return {
    userId,
    registers: (deviceId: string, body: object = about) =>
      callRoute(api.url, token, routes.registerDevice, { params: { deviceId }, body: body as typeof about }),
    forgets: (deviceId: string) => callRoute(api.url, token, routes.forgetDevice, { params: { deviceId } }),
    devices: () => devicesOf(api.db, userId),
  };
};

test('a device is noted once, with what it said last', async () => {
  const anna = await somebody('Anna');
  const { status, body } = await anna.registers('browser-at-home');
  expect([status, body]).toMatchObject([200, { id: 'browser-at-home', ...about, pushToken: null }]);
  const [first] = await anna.devices();
  await anna.registers('browser-at-home', { ...about, version: '0.3.0' });
  const now = await anna.devices();
  expect(now).toMatchObject([{ id: 'browser-at-home', version: '0.3.0' }]);
  expect(now[0]?.rev).toBeGreaterThan(first?.rev ?? 0);
  expect(now[0]?.updatedAt.localeCompare(first?.updatedAt ?? '')).toBe(1);
});

test('what a database cannot keep is left out of a name', async () => {
  const fritz = await somebody('Fritz');
  expect((await fritz.registers('browser-of-fritz', { ...about, name: 'Chr\0ome' })).status).toBe(200);
  expect(await fritz.devices()).toMatchObject([{ name: 'Chrome' }]);
});

test('two people at one browser have a device each, and one who signs out takes none away from the other', async () => {
  const [bert, cora] = [await somebody('Bert'), await somebody('Cora')];
  await bert.registers('shared-browser');
  await cora.registers('shared-browser');
  expect((await bert.forgets('shared-browser')).status).toBe(200);
  expect(await bert.devices()).toEqual([]);
  expect(await cora.devices()).toMatchObject([{ id: 'shared-browser' }]);
  // Forgotten already.
  expect((await bert.forgets('shared-browser')).status).toBe(200);
});

test('of two that come back at the same moment after a long time none is forgotten', async () => {
  const emma = await somebody('Emma');
  for (const id of ['device-one', 'device-two']) await emma.registers(id);
  const theirs = api.db.updateTable('devices').where('user_id', '=', emma.userId);
  await theirs.set({ updated_at: new Date(Date.now() - 100 * 24 * 60 * 60_000) }).execute();
  const waits = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db);
    expect(rows).toHaveLength(1);
  };
  let first: ReturnType<typeof emma.registers> | undefined;
  await api.db.transaction().execute(async (trx) => {
    // The second one is just being noted.
    await trx.selectFrom('users').select('id').where('id', '=', emma.userId).forNoKeyUpdate().execute();
    await trx.executeQuery(theirs.set({ updated_at: new Date() }).where('id', '=', 'device-two'));
    first = emma.registers('device-one');
    await Promise.race([first, vi.waitFor(waits, { timeout: 10_000 })]);
  });
  expect((await first)?.status).toBe(200);
  expect((await emma.devices()).map(({ id }) => id).sort()).toEqual(['device-one', 'device-two']);
});

test('devices unused for a quarter of a year are forgotten, and so is the oldest of too many', async () => {
  const dora = await somebody('Dora');
  for (let place = 0; place < maxDevices; place += 1) await dora.registers(`device-number-${place}`);
  await dora.registers('device-one-too-many');
  const ids = (await dora.devices()).map(({ id }) => id);
  expect(ids).toHaveLength(maxDevices);
  expect(ids[0]).toBe('device-one-too-many');
  expect(ids).not.toContain('device-number-0');

  await api.db
    .updateTable('devices')
    .set({ updated_at: new Date(Date.now() - 91 * 24 * 60 * 60_000) })
    .where('user_id', '=', dora.userId)
    .where('id', '<>', 'device-one-too-many')
    .execute();
  await dora.registers('device-one-too-many');
  expect((await dora.devices()).map(({ id }) => id)).toEqual(['device-one-too-many']);
});

test.each([{ platform: 'toaster' }, { name: ' ' }, { os: 'x'.repeat(101) }])('%j is refused', async (wrong) => {
  const emil = await somebody('Emil');
  expect((await emil.registers('browser-of-emil', { ...about, ...wrong })).status).toBe(400);
  expect((await emil.registers('../etc')).status).toBeGreaterThanOrEqual(400);
  expect(await emil.devices()).toEqual([]);
});
