import { newTrunk } from '@sidetone/contract/entities/trunk.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChangeFeed, notifyFeed } from '../../documents/change-feed.ts';
import { secretBox } from '../../storage/secret-box.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { addTrunk, removeTrunk } from '../administration/devices/trunks.ts';
import { hearTrunks } from './hear-trunks.ts';
import { trunkStore } from './trunk-store.ts';

let database: TestDatabase;
let feed: ChangeFeed;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
  feed = await notifyFeed(database.url, () => undefined);
});
afterAll(async () => {
  await feed.stop();
  await database.drop();
});

test('a trunk is read again when it is added or removed, and when its account dials by another plan', async () => {
  const { db } = database;
  const box = secretBox(Buffer.alloc(32, 7));
  const { idsOf } = await trunkStore(db, box, { mayReach: () => true });
  const heard: string[] = [];
  const waiting: (() => void)[] = [];
  const stop = hearTrunks(
    feed,
    idsOf,
    (trunkId) => {
      heard.push(trunkId);
      for (const wake of waiting.splice(0)) wake();
    },
    (error) => {
      throw error;
    },
  );
  const next = () => new Promise<void>((resolve) => waiting.push(resolve));
  const by = { accountId: 's1', userId: null, address: null };
  const about = newTrunk.parse({ name: 'North', kind: 'address', host: '192.0.2.1' });
  const [{ id }] = await Promise.all([addTrunk({ db, box, findInnerHost: async () => null }, by, about), next()]);
  expect(heard.splice(0)).toEqual([id]);
  const plan = JSON.stringify({ outsidePrefix: '0' });
  await Promise.all([next(), db.updateTable('accounts').set({ number_plan: plan }).where('id', '=', 's1').execute()]);
  expect(heard.splice(0)).toEqual([id]);
  await Promise.all([next(), removeTrunk(db, by, id)]);
  expect(heard).toEqual([id]);
  stop();
});
