import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { liveClient } from '../../../testing/live-client.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';

let world: TwoCompanies;
let client: ReturnType<typeof liveClient>;
beforeAll(async () => {
  world = await twoCompanies();
  await world.runServer();
  client = liveClient(world.api.url, () => world.admin.token);
});
afterAll(async () => {
  await client.close();
  await world.api.stop();
});

const eventually = (check: () => void) => vi.waitFor(check, 10_000);
const addPhone = async (name: string) =>
  (await world.ask(routes.addDeskPhone, { body: { userId: world.member.userId, name } })).body;
const endpoint = (id: string) =>
  world.api.db.selectFrom('endpoints').selectAll().where('id', '=', id).executeTakeFirst();
const passwordOf = async (id: string) => world.api.box.unseal((await endpoint(id))?.password_sealed ?? Buffer.alloc(0));

test('a desk phone comes with what is typed into it, and its password is shown once', async () => {
  const { phoneId, settings } = await addPhone('Desk');
  expect(settings).toMatchObject({
    server: '127.0.0.1',
    reach: 'thisMachine',
    username: phoneId,
    realm: 'sidetone',
    codecs: ['G722', 'PCMA', 'PCMU'],
    transports: [
      { transport: 'udp', port: 5060 },
      { transport: 'tcp', port: 5060 },
    ],
    password: expect.stringMatching(/^[a-z2-9]{20}$/),
  });
  expect(await passwordOf(phoneId)).toBe(settings.password);
  const again = await world.ask(routes.deskPhoneSettings, { params: { phoneId } });
  expect(again.body).toMatchObject({ username: phoneId, password: null });
  expect(JSON.stringify(await world.audited())).not.toContain(settings.password);
});

test('a user has several, which have different names', async () => {
  const { phoneId } = await addPhone('Hall');
  await addPhone('Kitchen');
  const again = await world.ask(routes.addDeskPhone, { body: { userId: world.member.userId, name: 'Hall' } });
  expect(again.status).toBe(409);
  const rename = (name: string) => world.ask(routes.renameDeskPhone, { params: { phoneId }, body: { name } });
  expect((await rename('Kitchen')).status).toBe(409);
  expect((await rename('Lobby')).status).toBe(200);
  expect(await endpoint(phoneId)).toMatchObject({ alias: 'Lobby' });
});

test('with a new password the phone is disconnected, and the old password is worthless', async () => {
  const { phoneId, settings } = await addPhone('Old');
  const { body } = await world.ask(routes.resetDeskPhonePassword, { params: { phoneId } });
  expect(body.password).not.toBe(settings.password);
  expect(await passwordOf(phoneId)).toBe(body.password);
});

test('where phones cannot fetch over HTTPS none is set up, and its password stays', async () => {
  const { phoneId, settings } = await addPhone('Plain');
  const body = { vendor: 'snom' as const, mac: '000413000042', model: 'D785', keys: [] };
  const refused = await world.ask(routes.setUpDeskPhone, { params: { phoneId }, body });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining('noHttps')]);
  expect(await passwordOf(phoneId)).toBe(settings.password);
});

test('devices are watched with where they are registered, and gone once they are taken away', async () => {
  const { phoneId } = await addPhone('Watched');
  const { api, member } = world;
  const seen = client.watch<{ id: string; rev: number; state: string }>('adminDevices');
  const row = () => seen.rows?.find(({ id }) => id === phoneId);
  await eventually(() => expect(row()).toMatchObject({ state: 'offline', userName: 'Ulf Tester', kind: 'phone' }));
  const registration = {
    id: 'r1',
    endpoint_id: phoneId,
    user_id: member.userId,
    contact_uri: `sip:${phoneId}@192.0.2.5:5062`,
    transport: 'udp' as const,
    remote_address: '192.0.2.5',
    remote_port: 5062,
    instance_id: null,
    reg_id: null,
    call_id: 'x',
    cseq: 1,
    user_agent: 'Desk 1',
    node: 'node-1',
    epoch: 1,
    expires_at: new Date(Date.now() + 60_000),
  };
  await api.db.insertInto('registrations').values(registration).execute();
  await eventually(() =>
    expect(row()).toMatchObject({
      state: 'registered',
      registrations: [{ transport: 'udp', address: '192.0.2.5:5062', userAgent: 'Desk 1' }],
    }),
  );
  await api.db.updateTable('registrations').set({ suspect: true }).where('id', '=', 'r1').execute();
  await eventually(() => expect(row()).toMatchObject({ state: 'silent' }));
  expect((await world.ask(routes.removeDevice, { params: { phoneId } })).status).toBe(200);
  await eventually(() => expect(row()).toBeUndefined());
});

const trunk = { name: 'North', kind: 'registration', host: 'sip.north.example', username: '4930' } as const;

test('a trunk is made, changed and removed, and its password never comes back', async () => {
  const { ask, api } = world;
  const made = await ask(routes.createTrunk, { body: { ...trunk, password: 'north-wind' } });
  expect([made.status, made.body]).toMatchObject([200, { name: 'North', hasPassword: true, state: 'trying' }]);
  const params = { trunkId: made.body.id };
  const row = await api.db.selectFrom('trunks').selectAll().where('id', '=', made.body.id).executeTakeFirstOrThrow();
  expect(row.password_sealed?.toString('latin1')).not.toContain('north-wind');
  expect((await ask(routes.createTrunk, { body: trunk })).status).toBe(409);

  const seen = client.watch<{ id: string; rev: number; state: string }>('adminTrunks');
  await eventually(() => expect(seen.rows).toMatchObject([{ name: 'North', state: 'trying' }]));
  await api.db.updateTable('trunks').set({ state: 'failing', failure: 'It said 403 Forbidden' }).execute();
  await eventually(() => expect(seen.rows).toMatchObject([{ state: 'failing', failure: 'It said 403 Forbidden' }]));
  const tested = await ask(routes.testTrunk, { params });
  expect(tested.body).toMatchObject({ isReachable: false, status: 403, answer: 'It said 403 Forbidden' });

  const off = await ask(routes.changeTrunk, { params, body: { isEnabled: false, priority: 3 } });
  expect(off.body).toMatchObject({ isEnabled: false, state: 'off', priority: 3, hasPassword: true });
  expect((await ask(routes.testTrunk, { params })).status).toBe(409);
  expect((await ask(routes.changeTrunk, { params, body: { username: null } })).status).toBe(400);
  expect((await ask(routes.changeTrunk, { params, body: { srtp: 'require' } })).status).toBe(400);
  expect((await ask(routes.removeTrunk, { params })).status).toBe(200);
  await eventually(() => expect(seen.rows).toEqual([]));
  const lines = (await world.audited()).filter(({ target }) => target === made.body.id);
  expect(lines.map(({ action }) => action)).toEqual(['trunk.added', 'trunk.tested', 'trunk.changed', 'trunk.removed']);
  expect(JSON.stringify(lines)).not.toContain('north-wind');
});
