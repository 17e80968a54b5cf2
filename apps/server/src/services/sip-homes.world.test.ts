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
  expect([away.isAlone(), away.isEdge('10.0.0.31'), away.isEdge('10.0.0.32')]).toEqual([false, true, false]);
  expect(await (await seenAt('node-1')).ofDevice('desk1')).toMatchObject({ isHere: true });
});
