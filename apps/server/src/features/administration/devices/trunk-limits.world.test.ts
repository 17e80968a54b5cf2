import { newTrunk } from '@sidetone/contract/entities/trunk.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';
import { addTrunk } from './trunks.ts';

let world: TwoCompanies;
beforeAll(async () => {
  world = await twoCompanies();
  await world.runServer();
});
afterAll(async () => await world.api.stop());

let serial = 0;
const trunk = (given: object = {}) => {
  serial += 1;
  return { name: `Trunk ${serial}`, kind: 'address' as const, host: '9.9.9.9', ...given };
};
const refused = (path: string, message: string) => ({
  status: 400,
  body: { code: 'VALIDATION_FAILED', issues: [{ path, message }] },
});

test('an account that does not run the server takes no wide, inner or foreign network for its provider', async () => {
  const { ask, admin, stranger } = world;
  await ask(routes.createTrunk, { body: trunk({ host: '9.9.8.8', sourceAddresses: ['185.1.2.0/24'] }) }, admin);
  const made = await ask(routes.createTrunk, { body: trunk({ sourceAddresses: ['185.1.3.0/24'] }) }, stranger);
  expect(made.status).toBe(200);
  const params = { trunkId: made.body.id };
  for (const [source, problem] of [
    ['0.0.0.0/0', 'wideNetwork'],
    ['185.1.3.0/23', 'wideNetwork'],
    ['::ffff:185.1.3.0/119', 'wideNetwork'],
    ['2a00:1::/55', 'wideNetwork'],
    ['127.0.0.0/8', 'wideNetwork'],
    ['127.0.0.1', 'innerNetwork'],
    ['::ffff:127.0.0.1', 'innerNetwork'],
    ['192.168.1.0/24', 'innerNetwork'],
    ['fd00::1', 'innerNetwork'],
    ['::ffff:0:0/95', 'innerNetwork'],
    ['::8000:0:0/81', 'innerNetwork'],
    ['185.1.2.77', 'othersNetwork'],
    ['185.1.2.128/25', 'othersNetwork'],
    ['9.9.8.0/24', 'othersNetwork'],
  ] as const) {
    const body = trunk({ sourceAddresses: ['185.1.4.7', source] });
    expect(await ask(routes.createTrunk, { body }, stranger), source).toMatchObject(
      refused('sourceAddresses', problem),
    );
    const change = { sourceAddresses: ['185.1.3.0/24', source] };
    expect(await ask(routes.changeTrunk, { params, body: change }, stranger), source).toMatchObject(
      refused('sourceAddresses', problem),
    );
  }
  const fine = { sourceAddresses: ['185.1.3.0/24', '185.1.4.0/24', '2a00:1::/56'] };
  expect((await ask(routes.changeTrunk, { params, body: fine }, stranger)).status).toBe(200);
});

test('the operator of the server names any network, and so does the command line; existing ones stay', async () => {
  const { ask, admin, stranger, api } = world;
  const wide = ['0.0.0.0/0', '127.0.0.0/8', '185.1.3.0/24'];
  expect((await ask(routes.createTrunk, { body: trunk({ sourceAddresses: wide }) }, admin)).status).toBe(200);
  const commandLine = { accountId: stranger.accountId, userId: null, address: null };
  const desk = { db: api.db, box: api.box, findInnerHost: async () => null };
  const { id } = await addTrunk(desk, commandLine, newTrunk.parse(trunk({ sourceAddresses: ['10.0.0.0/8'] })));
  const body = { name: 'Renamed', sourceAddresses: ['10.0.0.0/8'] };
  expect((await ask(routes.changeTrunk, { params: { trunkId: id }, body }, stranger)).status).toBe(200);
});

test("an account that does not run the server has nothing sent to the server's own network", async () => {
  const { ask, admin, stranger } = world;
  const made = await ask(routes.createTrunk, { body: trunk() }, stranger);
  const params = { trunkId: made.body.id };
  for (const host of ['127.0.0.1', '169.254.169.254', '10.0.0.7', '[::1]', '::ffff:10.0.0.7', 'localhost', '127.1']) {
    expect(await ask(routes.createTrunk, { body: trunk({ host }) }, stranger), host).toMatchObject(
      refused('host', 'innerHost'),
    );
    expect(await ask(routes.changeTrunk, { params, body: { host } }, stranger), host).toMatchObject(
      refused('host', 'innerHost'),
    );
  }
  for (const outboundProxy of ['127.0.0.1:5080', 'sip:127.0.0.1;transport=tcp', 'localhost']) {
    expect(await ask(routes.changeTrunk, { params, body: { outboundProxy } }, stranger)).toMatchObject(
      refused('outboundProxy', 'innerHost'),
    );
  }
  expect((await ask(routes.createTrunk, { body: trunk({ host: '127.0.0.1' }) }, admin)).status).toBe(200);
});
