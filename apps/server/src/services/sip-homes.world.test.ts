import { afterEach, beforeEach, expect, test } from 'vitest';
import { openHomes } from '../cell/homes.ts';
import { notifyFeed } from '../documents/change-feed.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { sipHomes } from './sip-homes.ts';

const fail = (error: unknown): never => {
  throw error;
};
let database: TestDatabase;
const cleanUp: (() => unknown)[] = [];
beforeEach(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterEach(async () => {
  for (const task of cleanUp.splice(0).reverse()) await task();
  await database.drop();
});

/** Homes as `node` sees them. */
const seenAt = async (node: string) => {
  const feed = await notifyFeed(database.url, fail);
  const homes = await openHomes({ db: database.db, feed, node, onTrouble: fail });
  cleanUp.push(feed.stop, homes.stop);
  return sipHomes(database.db, homes, (address) => address === '10.0.0.31');
};

test('the home of a device, of a number as trunks write it, and of a node is found', async () => {
  const { db } = database;
  const lease = { epoch: 1, lease_until: new Date() };
  await db
    .insertInto('nodes')
    .values([
      { node: 'node-1', ...lease, sip_address: '10.0.0.11:5060' },
      { node: 'node-2', ...lease, sip_address: null },
    ])
    .execute();
  const trunk = {
    account_id: 's1',
    kind: 'address',
    host: 'sip.example',
    transport: 'udp',
    state: 'reachable',
  } as const;
  await db
    .insertInto('trunks')
    .values({ ...trunk, id: 't1', name: 'North' })
    .execute();
  const phone = { account_id: 's1', user_id: 'wanna', kind: 'phone', alias: 'Desk' } as const;
  await db
    .insertInto('endpoints')
    .values({ ...phone, id: 'e1', sip_username: 'desk1', password_sealed: Buffer.from('x') })
    .execute();
  const away = await seenAt('node-2');
  const elsewhere = { isHere: false, sipAddress: '10.0.0.11:5060' };
  expect(await away.ofDevice('desk1')).toEqual(elsewhere);
  for (const written of ['+4930555011', '004930555011', '4930555011', '030555011']) {
    expect([written, await away.ofNumber(written)]).toEqual([written, elsewhere]);
  }
  expect([await away.ofDevice('nobody'), await away.ofNumber('+4930999'), away.ofNode('node-9')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(away.ofNode('node-1')).toEqual(elsewhere);
  expect([await away.ofNumber('+4930555012'), await away.ofNumber('5011'), await away.ofNumber('x%_')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([away.isAlone(), away.isEdge('10.0.0.31'), away.isEdge('10.0.0.32')]).toEqual([false, true, false]);
  expect(await (await seenAt('node-1')).ofDevice('desk1')).toMatchObject({ isHere: true });
});

test('of numbers that end alike the one counts that a trunk of its own company would write so, however many there are', async () => {
  const { db } = database;
  const others = { name: 'Other', plan: JSON.stringify({}), country: 'DE' };
  await db
    .insertInto('accounts')
    .values([
      { ...others, id: 's2', area_code: '40', node: 'node-2' },
      { ...others, id: 's3', area_code: '1', country: 'AT', node: 'node-2' },
    ])
    .execute();
  const alike = Array.from({ length: 400 }, (_, at) => `+4940${String(at).padStart(3, '0')}555011`);
  const all = ['+4940555011', '+431555011', ...alike];
  await db
    .insertInto('numbers')
    .values(all.map((e164) => ({ e164, account_id: e164.startsWith('+43') ? 's3' : 's2', channel_id: null })))
    .execute();
  const here = await seenAt('node-1');
  for (const [written, isHere] of [
    ['030555011', true],
    ['4930555011', true],
    ['040555011', false],
    ['004940555011', false],
    ['+431555011', false],
    ['00431555011', false],
    ['01555011', false],
    ['040399555011', false],
  ] as const) {
    expect([written, (await here.ofNumber(written))?.isHere]).toEqual([written, isHere]);
  }
});
