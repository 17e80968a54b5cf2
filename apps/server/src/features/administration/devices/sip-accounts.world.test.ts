import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { liveClient } from '../../../testing/live-client.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';

let world: TwoCompanies;
let client: ReturnType<typeof liveClient>;
beforeAll(async () => {
  world = await twoCompanies();
  client = liveClient(world.api.url, () => world.admin.token);
});
afterAll(async () => {
  await client.close();
  await world.api.stop();
});

const numbers = [
  { phoneNumber: '+4969900091', label: 'Main' },
  { phoneNumber: '+4969900092', label: null },
];
const account = { name: 'Taunus', username: 'line-1', password: 'north-wind', registrar: '9.9.9.9:5070' };
const rowOf = (id: string) => world.api.db.selectFrom('phones').selectAll().where('id', '=', id).executeTakeFirst();
const add = (more: object = {}) =>
  world.ask(routes.createSipAccount, {
    body: { ...account, userId: world.member.userId, phoneNumbers: numbers, ...more },
  });
const added = async (more: object = {}) => (await add(more)).body.sipAccountId;
const change = (sipAccountId: string, body: object, who?: { token: string }) =>
  world.ask(routes.changeSipAccount, { params: { sipAccountId }, body }, who ?? world.admin);
const problemOf = ({ status, body }: { status: number; body: unknown }) => {
  const { issues = [] } = body as { issues?: { path: string; message: string }[] };
  return [status, ...issues.flatMap(({ path, message }) => [path, message])];
};

test('a SIP account is kept with its password sealed, shows its first number, and is in the log without the password', async () => {
  const id = await added();
  const row = await rowOf(id);
  expect(row).toMatchObject({
    user_id: world.member.userId,
    account_id: world.admin.accountId,
    registrar: '9.9.9.9:5070',
    reaches: 'public',
    caller_id: '+4969900091',
    phone_numbers: numbers,
    state: 'CREATED',
  });
  expect(world.api.box.unseal(row?.password_sealed ?? Buffer.alloc(0))).toBe('north-wind');
  const said = await world.audited();
  expect(said).toContainEqual({
    action: 'sipAccount.added',
    target: id,
    actor: world.admin.userId,
    detail: expect.objectContaining({ username: 'line-1', userId: world.member.userId }),
  });
  expect(JSON.stringify(said)).not.toContain('north-wind');
});

test('fields left out stay, the password too; a new one is sealed and only marked as changed', async () => {
  const id = await added();
  expect((await change(id, { name: 'Hall' })).status).toBe(200);
  const before = await rowOf(id);
  expect(before).toMatchObject({ name: 'Hall', username: 'line-1', caller_id: '+4969900091' });
  expect(world.api.box.unseal(before?.password_sealed ?? Buffer.alloc(0))).toBe('north-wind');
  await change(id, { password: 'south-wind' });
  expect(world.api.box.unseal((await rowOf(id))?.password_sealed ?? Buffer.alloc(0))).toBe('south-wind');
  const said = (await world.audited()).filter(({ action, target }) => action === 'sipAccount.changed' && target === id);
  expect(said.map(({ detail }) => detail)).toEqual([{ name: { from: 'Taunus', to: 'Hall' } }, { password: 'changed' }]);
});

test('its calls show a number of its own, or none; with that number gone they show the first', async () => {
  const id = await added();
  expect(problemOf(await change(id, { callerId: '+493012345' }))).toEqual([400, 'callerId', 'notItsNumber']);
  expect((await change(id, { callerId: '+4969900092' })).status).toBe(200);
  await change(id, { phoneNumbers: numbers.slice(0, 1) });
  expect(await rowOf(id)).toMatchObject({ caller_id: '+4969900091' });
  await change(id, { callerId: 'anonymous' });
  await change(id, { phoneNumbers: [] });
  expect(await rowOf(id)).toMatchObject({ caller_id: 'anonymous' });
  await change(id, { callerId: null });
  expect(await rowOf(id)).toMatchObject({ caller_id: null });
});

test('another number that its user chose stays until the account is assigned to another user', async () => {
  const { db } = world.api;
  const id = await added();
  await db.updateTable('phones').set({ caller_id: '+493012345' }).where('id', '=', id).execute();
  await change(id, { name: 'Hall', callerId: '+493012345' });
  expect(await rowOf(id)).toMatchObject({ name: 'Hall', caller_id: '+493012345' });
  await change(id, { userId: world.admin.userId });
  expect(await rowOf(id)).toMatchObject({ caller_id: '+4969900091' });
});

test('assigned to another user it is connected for them, and nothing of the previous one names it', async () => {
  const { api, member, admin } = world;
  const id = await added();
  await api.db.updateTable('phones').set({ is_disconnected_by_user: true }).where('id', '=', id).execute();
  const settings = JSON.stringify({ defaultPhoneId: id });
  await api.db.updateTable('users').set({ settings }).where('id', '=', member.userId).execute();
  await api.db.updateTable('channel_members').set({ phone_id: id }).where('user_id', '=', member.userId).execute();
  expect((await change(id, { userId: admin.userId })).status).toBe(200);
  expect(await rowOf(id)).toMatchObject({ user_id: admin.userId, is_connected: true, is_disconnected_by_user: false });
  const chosen = await api.db.selectFrom('channel_members').select('user_id').where('phone_id', '=', id).execute();
  expect(chosen).toEqual([]);
  const user = await api.db.selectFrom('users').select('settings').where('id', '=', member.userId).executeTakeFirst();
  expect(user?.settings).toMatchObject({ defaultPhoneId: null });
});

test('a user of another company, or a deactivated one, gets none', async () => {
  const { stranger, member, ask, api } = world;
  const id = await added();
  expect((await add({ userId: stranger.userId })).status).toBe(404);
  expect((await change(id, { userId: stranger.userId })).status).toBe(404);
  expect((await change(id, { name: 'Mine' }, stranger)).status).toBe(404);
  const removed = await ask(routes.removeSipAccount, { params: { sipAccountId: id } }, stranger);
  expect(removed.status).toBe(404);
  expect(await rowOf(id)).toMatchObject({ name: 'Taunus', user_id: member.userId });
  await api.db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', member.userId).execute();
  expect((await add()).status).toBe(409);
  await api.db.updateTable('users').set({ deactivated_at: null }).where('id', '=', member.userId).execute();
});

test("a registrar within the server's own network is the operator's to name", async () => {
  expect(problemOf(await add({ registrar: '10.0.0.7' }))).toEqual([400, 'registrar', 'innerHost']);
  expect(problemOf(await add({ outboundProxy: 'sip:10.0.0.7;lr' }))).toEqual([400, 'outboundProxy', 'innerHost']);
  // A phone of this very server is one of another company on it.
  expect((await add({ registrar: '127.0.0.1:5060' })).status).toBe(200);
  expect(problemOf(await add({ registrar: '127.0.0.1:5432' }))).toEqual([400, 'registrar', 'innerHost']);
  const id = await added();
  expect(problemOf(await change(id, { registrar: '192.168.1.2' }))).toEqual([400, 'registrar', 'innerHost']);
  expect(await rowOf(id)).toMatchObject({ registrar: '9.9.9.9:5070' });
});

test('administrators watch how the accounts fare, and one that is removed is gone with what chose it', async () => {
  const { api, member, ask } = world;
  const id = await added({ name: 'Watched' });
  const seen = client.watch<{ id: string; rev: number }>('adminSipAccounts');
  const shows = (about: object) =>
    vi.waitFor(() => expect(seen.rows?.find((row) => row.id === id)).toMatchObject(about), 10_000);
  await shows({ userName: 'Ulf Tester', state: 'CREATED', isDefault: false, isSwitchedOff: false });
  expect(JSON.stringify(seen.rows)).not.toContain('north-wind');
  await api.db
    .updateTable('phones')
    .set({ state: 'REGISTER_FAILED', failure: 'User name or password is wrong' })
    .where('id', '=', id)
    .execute();
  const settings = JSON.stringify({ defaultPhoneId: id });
  await api.db.updateTable('users').set({ settings }).where('id', '=', member.userId).execute();
  await shows({ state: 'REGISTER_FAILED', failure: 'User name or password is wrong', isDefault: true });
  expect((await ask(routes.removeSipAccount, { params: { sipAccountId: id } })).status).toBe(200);
  await vi.waitFor(() => expect(seen.rows?.map((row) => row.id)).not.toContain(id), 10_000);
  const user = await api.db.selectFrom('users').select('settings').where('id', '=', member.userId).executeTakeFirst();
  expect(user?.settings).toMatchObject({ defaultPhoneId: null });
});

test('the operator of the server names any registrar', async () => {
  await world.runServer();
  expect(await rowOf(await added({ registrar: '10.0.0.7' }))).toMatchObject({ reaches: 'everywhere' });
});
