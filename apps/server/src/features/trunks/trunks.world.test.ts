import { newTrunk, type TrunkState } from '@sidetone/contract/entities/trunk.ts';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { privateHosts } from '../../network/private-hosts.ts';
import { secretBox } from '../../storage/secret-box.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { addTrunk, changeTrunk } from '../administration/devices/trunks.ts';
import { outsideLines } from './outside-lines.ts';
import { trunkStore } from './trunk-store.ts';

const box = secretBox(Buffer.alloc(32, 7));
const hosts = privateHosts(['pbx.lan', '10.1.0.0/16']);
const desk = () => ({ db: database.db, box, findInnerHost: async () => null });
const by = { accountId: 's1', userId: null, address: null };
let database: TestDatabase;
let store: Awaited<ReturnType<typeof trunkStore>>;
/** Those that nothing leads to are left out. */
const standings = new Map<string, boolean>();
let lines: ReturnType<typeof outsideLines>;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
  store = await trunkStore(database.db, box, hosts);
  lines = outsideLines(database.db, (trunkId) => {
    const isUp = standings.get(trunkId);
    return isUp === undefined ? undefined : { isUp, address: '192.0.2.1' };
  });
});
afterAll(() => database.drop());

const add = async (name: string, given: Record<string, unknown> = {}) => {
  const about = newTrunk.parse({ name, kind: 'address', host: 'sip.example.net', ...given });
  const { id } = await addTrunk(desk(), by, about);
  standings.set(id, true);
  return id;
};
const change = (id: string, what: Parameters<typeof changeTrunk>[3]) => changeTrunk(desk(), by, id, what);
const write = (sql: string, ...values: unknown[]) => database.db.executeQuery(CompiledQuery.raw(sql, values));

test('a trunk is connected with its password, and with the plan of its account', async () => {
  await write(
    `update accounts set number_plan = '{"outsidePrefix": "0", "emergencyNumbers": ["19222"]}' where id = 's1'`,
  );
  const id = await add('Secret', { kind: 'registration', username: 'acct7', password: 'north-wind', priority: 900 });
  const account = await store.byId(id);
  expect(account).toMatchObject({
    trunkId: id,
    accountId: 's1',
    username: 'acct7',
    password: 'north-wind',
    place: { country: 'DE', areaCode: '30', outsidePrefix: '0', emergency: ['19222'] },
  });
  expect(account?.contactToken).toMatch(/^[0-9a-f]{32}$/);
  expect((await (await trunkStore(database.db, box, hosts)).byId(id))?.contactToken).toBe(account?.contactToken);
  await change(id, { isEnabled: false });
  expect(await store.byId(id)).toBeNull();
  expect((await store.all()).map(({ trunkId }) => trunkId)).not.toContain(id);
});

test('a state is written once, with the moment since when it has been so', async () => {
  const id = await add('States', { priority: 901 });
  const row = () => database.db.selectFrom('trunks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const say = async (state: TrunkState, failure: string | null) => {
    await store.stateChanged(id, state, failure);
    return await row();
  };
  const first = await say('failing', 'It does not answer');
  const again = await say('failing', 'It does not answer');
  expect(again.rev).toBe(first.rev);
  const other = await say('failing', 'It said 503');
  expect([other.state_since, other.failure]).toEqual([first.state_since, 'It said 503']);
  const up = await say('reachable', null);
  expect(up.state_since.getTime()).toBeGreaterThan(first.state_since.getTime());
});

test('calls leave by the trunks that are up, by their priority, and for help by those marked', async () => {
  const [late, early, marked, off, gone] = [
    await add('Late', { priority: 20 }),
    await add('Early', { priority: 2 }),
    await add('Marked', { priority: 10, isEmergency: true }),
    await add('Off', { priority: 0, isEnabled: false }),
    await add('Gone', { priority: 0 }),
  ];
  standings.delete(gone);
  const out = async () => (await lines.waysOut('s1')).map(({ trunkId }) => trunkId).filter((id) => order.includes(id));
  const order = [late, early, marked, off, gone];
  expect(await out()).toEqual([early, marked, late]);
  standings.set(early, false);
  expect(await out()).toEqual([marked, late, early]);
  expect((await lines.emergencyWays('s1')).map(({ trunkId }) => trunkId)).toEqual([marked]);
  expect(await lines.waysOut('s2')).toEqual([]);
});

test('users show numbers of the company, and never those of a colleague or of another company', async () => {
  await write(`insert into numbers (e164, account_id, channel_id) values
    ('+4930555000', 's1', null), ('+4930555012', 's1', 'cb')`);
  const anna = { accountId: 's1', userId: 'wanna' };
  const shown = ['+4930555011', '+4930555020', '+4930555000', '+4930555012', '+4930999'];
  expect(await Promise.all(shown.map((e164) => lines.mayShow(anna, e164)))).toEqual([true, true, true, false, false]);
  expect(await lines.mainNumber('s1')).toBe('+4930555000');
  expect(await lines.mainNumber('nobody')).toBeNull();
});

test('a user’s choice of caller ID applies to their own calls of that channel', async () => {
  await write(`update channel_members set sender = 'anonymous' where channel_id = 'cteam' and user_id = 'wanna'`);
  expect(await lines.chosenSender('cteam', 'wanna')).toBe('anonymous');
  expect(await lines.chosenSender('cteam', 'wben')).toBeNull();
});

test('help goes to where the caller works, else to the company', async () => {
  const address = {
    name: 'Muster',
    street: 'Weg',
    houseNumber: '1',
    postalCode: '1',
    city: 'B',
    country: 'DE',
    note: '',
  };
  expect(await lines.emergencyAddress('wanna')).toBeNull();
  await write(`update accounts set emergency_address = $1 where id = 's1'`, JSON.stringify(address));
  await write(`update users set emergency_address = $1 where id = 'wben'`, JSON.stringify({ ...address, city: 'C' }));
  expect((await lines.emergencyAddress('wanna'))?.city).toBe('B');
  expect((await lines.emergencyAddress('wben'))?.city).toBe('C');
});

test('a trunk reaches the own network only for the account that runs the server, or where the operator named the host', async () => {
  const id = await add('Reach', { priority: 902 });
  const mayReach = async (host: string, address: string) => {
    const account = await store.byId(id);
    return account && store.mayReach(account, host, address);
  };
  for (const [host, address, isSo] of [
    ['sip.example.net', '127.0.0.1', false],
    ['sip.example.net', '169.254.169.254', false],
    ['::ffff:10.2.0.1', '::ffff:10.2.0.1', false],
    ['sip.example.net', '10.1.2.3', true],
    ['pbx.lan', '192.168.1.2', true],
    ['sip.example.net', '9.9.9.9', true],
  ] as const) {
    expect(await mayReach(host, address), address).toBe(isSo);
  }
  await write("update accounts set runs_server = true where id = 's1'");
  expect(await mayReach('sip.example.net', '127.0.0.1')).toBe(true);
  await write("update accounts set runs_server = false where id = 's1'");
});

test('every number has the account that owns it, and numbers of nobody have none', async () => {
  await write("insert into accounts (id, name, plan, country, area_code) values ('s9', 'Other', '{}', 'DE', '30')");
  await write("insert into numbers (e164, account_id) values ('+4930900900', 's9')");
  expect(await store.ownersOf(['+4930900901', '+4930900900'])).toEqual(new Map([['+4930900900', 's9']]));
  expect(await store.ownersOf([])).toEqual(new Map());
});
