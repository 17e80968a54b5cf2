import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { liveClient } from '../../../testing/live-client.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';
import { commandLineOperator, removeCompany } from './companies.ts';

let world: TwoCompanies;
beforeAll(async () => {
  world = await twoCompanies();
  await world.runServer();
});
afterAll(() => world.api.stop());

const administrator = { firstName: 'Ida', lastName: 'North', email: 'ida@north.example' };
const linesOf = async (scope: string, target: string) => {
  const rows = await world.api.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id as actor'])
    .where('scope', '=', scope)
    .where('target', '=', target)
    .orderBy('id')
    .execute();
  return rows.map(({ action, actor }) => [action, actor]);
};

test('the operator adds, limits, suspends, resumes and removes a company, and both sides read what was done', async () => {
  const { ask, admin } = world;
  const limits = { users: 5, calls: 2, storageBytes: 1_000_000 };
  const added = await ask(routes.addCompany, { body: { name: 'North', country: 'DE', administrator, limits } });
  expect(added.status).toBe(200);
  const { accountId, invitation } = added.body;
  expect(invitation.url).toContain('/invitation/');
  const params = { accountId };
  expect((await ask(routes.changeCompany, { params, body: { limits: { users: null } } })).status).toBe(200);
  // Nothing that changes nothing is noted.
  expect((await ask(routes.changeCompany, { params, body: { limits: { users: null } } })).status).toBe(200);
  expect((await ask(routes.removeCompany, { params, body: { name: 'North' } })).status).toBe(409);
  expect((await ask(routes.suspendCompany, { params })).status).toBe(200);
  expect((await ask(routes.resumeCompany, { params })).status).toBe(200);
  const ofCompany = await linesOf(accountId, accountId);
  expect(ofCompany).toEqual(
    ['account.added', 'account.limitsChanged', 'account.limitsChanged', 'account.suspended', 'account.resumed'].map(
      (action) => [action, null],
    ),
  );
  const { db } = world.api;
  await db
    .insertInto('channels')
    .values({ id: 'cnorth', account_id: accountId, type: 'acd', name: 'Desk', follow_up_time: 0 })
    .execute();
  await sql`insert into inbox_events (id, account_id, channel_id, session_id, unresolved, direction, state, started_at,
      terminated_at)
    values ('pbx-1', ${accountId}, 'cnorth', '1', false, 'INCOMING', 'MISSED', now(), now())`.execute(db);
  const calls = async () =>
    (await db.selectFrom('inbox_events').select('id').where('account_id', '=', accountId).execute()).length;
  // Its calls go before the rest of it, and not before it may go.
  expect((await ask(routes.removeCompany, { params, body: { name: 'North' } })).status).toBe(409);
  expect((await ask(routes.suspendCompany, { params })).status).toBe(200);
  expect((await ask(routes.removeCompany, { params, body: { name: 'South' } })).status).toBe(409);
  expect(await calls()).toBe(1);
  const kept = { key: `${accountId}/recordings/r1.wav`, account_id: accountId, folder: 'recordings', path: 'r1.wav' };
  await db
    .insertInto('far_files')
    .values({ ...kept, state: 'stored', bytes: 1 })
    .execute();
  const inBucket = () => db.selectFrom('far_files').select(['key', 'state']).orderBy('key').execute();
  const fails = async () => {
    throw new Error('The disk is full.');
  };
  await expect(removeCompany(db, commandLineOperator, { accountId, name: 'North' }, fails)).rejects.toThrow('full');
  expect(await inBucket()).toEqual([{ key: kept.key, state: 'stored' }]);
  // It is suspended as before, and being removed again it goes.
  expect(await calls()).toBe(0);
  expect((await ask(routes.removeCompany, { params, body: { name: 'North' } })).status).toBe(200);
  expect(await inBucket()).toEqual([
    { key: `${accountId}/`, state: 'removing' },
    { key: kept.key, state: 'removing' },
  ]);
  expect((await ask(routes.resumeCompany, { params })).status).toBe(404);
  const ofServer = await linesOf('server', accountId);
  expect(ofServer.map(([action]) => action).slice(-2)).toEqual(['account.suspended', 'account.removed']);
  expect(new Set(ofServer.map(([, actor]) => actor))).toEqual(new Set([admin.userId]));
});

test('a taken email address leaves no company behind, and the company that runs the server stays', async () => {
  const { ask, admin, stranger } = world;
  const count = async () => (await world.api.db.selectFrom('accounts').select('id').execute()).length;
  const before = await count();
  const body = { name: 'Twice', country: 'DE', administrator: { ...administrator, email: stranger.email } };
  expect((await ask(routes.addCompany, { body })).body).toMatchObject({ code: 'CONFLICT' });
  expect(await count()).toBe(before);
  expect((await ask(routes.suspendCompany, { params: { accountId: admin.accountId } })).status).toBe(409);
});

test('the list is the operator’s alone, and each company sees what it uses itself', async () => {
  const { ask, admin, stranger, api } = world;
  const seen = async (token: string, query: string) => {
    const client = liveClient(api.url, () => token);
    const watched = client.watch<{ id: string; users: number; rev: number }>(query);
    await vi.waitFor(() => expect(watched.rows).toBeDefined(), 10_000);
    await client.close();
    return watched.rows ?? [];
  };
  const all = await seen(admin.token, 'adminCompanies');
  expect(all.map(({ id }) => id)).toEqual([admin.accountId, stranger.accountId]);
  expect(await seen(stranger.token, 'adminCompanies')).toEqual([]);
  expect(await seen(stranger.token, 'adminCompanyUse')).toMatchObject([{ id: stranger.accountId, users: 1 }]);
  expect((await ask(routes.addCompany, { body: { name: 'X', country: 'DE', administrator } }, stranger)).status).toBe(
    403,
  );
});

test('an address belongs to one company, and never is the server’s', async () => {
  const { ask, admin, stranger } = world;
  const set = (accountId: string, publicUrl: string | null) =>
    ask(routes.changeCompany, { params: { accountId }, body: { publicUrl } });
  expect((await set(stranger.accountId, 'https://Phone.Eve.example/')).status).toBe(200);
  const row = await world.api.db
    .selectFrom('accounts')
    .select(['public_url', 'host'])
    .where('id', '=', stranger.accountId)
    .executeTakeFirst();
  expect(row).toEqual({ public_url: 'https://phone.eve.example', host: 'phone.eve.example' });
  expect((await set(admin.accountId, 'https://phone.eve.example:8443')).body).toMatchObject({
    code: 'CONFLICT',
    issues: [{ path: 'publicUrl', message: 'hostTaken' }],
  });
  for (const wrong of ['http://phone.ada.example', 'https://127.0.0.1', 'https://phone.ada.example/app', 'phone']) {
    expect((await set(admin.accountId, wrong)).status, wrong).toBe(400);
  }
  expect((await set(stranger.accountId, null)).status).toBe(200);
  expect((await set(admin.accountId, 'https://phone.eve.example')).status).toBe(200);
});
