import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ChangeFeed, notifyFeed } from '../documents/change-feed.ts';
import { claimNode } from '../storage/node-lease.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { type Homes, type Move, openHomes } from './homes.ts';

const a = { sipAddress: '10.0.0.1:5060', httpAddress: 'http://10.0.0.1:8080', release: '1.0.0', carrier: 'a /data' };
const b = { sipAddress: '10.0.0.2:5060', httpAddress: 'http://10.0.0.2:8080', release: '1.0.0', carrier: 'b /data' };
const withoutMachine = ({ carrier: _, ...place }: typeof a) => place;

let database: TestDatabase;
let feed: ChangeFeed;
let homes: Homes;
const fail = (error: unknown): never => {
  throw error;
};
beforeEach(async () => {
  database = await testDatabase();
  await claimNode(database.db, 'node-1', a);
  await someCompany(database.db);
  feed = await notifyFeed(database.url, fail);
  homes = await openHomes({ db: database.db, feed, node: 'node-1', onTrouble: fail });
});
afterEach(async () => {
  homes.stop();
  await feed.stop();
  await database.drop();
});

test('the carrier of a company is known from memory, and follows a move and a take-over', async () => {
  const { db } = database;
  const moves: Move[] = [];
  homes.onMove((move) => moves.push(move));
  expect(homes.carrierOf('s1')).toEqual({ node: 'node-1', epoch: 1, state: 'up', ...withoutMachine(a) });
  expect(homes.isElsewhere('s1')).toBe(false);

  await claimNode(db, 'node-2', b);
  await db.updateTable('accounts').set({ node: 'node-2' }).where('id', '=', 's1').execute();
  await vi.waitFor(() =>
    expect(homes.carrierOf('s1')).toMatchObject({ node: 'node-2', epoch: 1, ...withoutMachine(b) }),
  );
  expect(homes.isElsewhere('s1')).toBe(true);
  expect(moves).toEqual([{ accountId: 's1', from: 'node-1', to: 'node-2' }]);

  await claimNode(db, 'node-2', a);
  await vi.waitFor(() =>
    expect(homes.carrierOf('s1')).toMatchObject({ node: 'node-2', epoch: 2, ...withoutMachine(a) }),
  );
  expect(homes.carriers().size).toBe(2);
});

test('a company that is added and removed is heard of, and one that nobody knows is served here', async () => {
  const { db } = database;
  const moves: Move[] = [];
  homes.onMove((move) => moves.push(move));
  expect(homes.homeOf('s2')).toBeUndefined();
  expect(homes.isElsewhere('s2')).toBe(false);
  await db.insertInto('accounts').values({ id: 's2', name: 'Other', plan: '{}', node: 'node-2' }).execute();
  await vi.waitFor(() => expect(homes.homeOf('s2')).toBe('node-2'));
  // Nobody ever carried that node.
  expect(homes.carrierOf('s2')).toBeUndefined();
  await db.deleteFrom('accounts').where('id', '=', 's2').execute();
  await vi.waitFor(() => expect(homes.homeOf('s2')).toBeUndefined());
  expect(moves).toEqual([
    { accountId: 's2', from: undefined, to: 'node-2' },
    { accountId: 's2', from: 'node-2', to: undefined },
  ]);
  expect(homes.homeOf('s1')).toBe('node-1');
});

test('a lease that is given back names no address, and a renewal wakes nobody', async () => {
  const { db } = database;
  const lease = await claimNode(db, 'node-1', a);
  await vi.waitFor(() => expect(homes.carrierOf('s1')?.epoch).toBe(2));
  const heard: string[] = [];
  feed.onChange((topics) => heard.push(...topics));
  expect(await lease.renew()).toBe(true);
  await lease.release();
  await vi.waitFor(() => expect(homes.carrierOf('s1')?.httpAddress).toBeNull());
  expect(homes.carrierOf('s1')).toMatchObject({ node: 'node-1', sipAddress: null });
  expect(heard).toEqual(['nodes node=node-1']);
});
