import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { openDialogStore } from './dialog-store.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('a later life of the same node finds the dialogs as they were written last, and no others', async () => {
  const before = openDialogStore(database.db, { node: 'one', epoch: 1 });
  await before.save([
    { legId: 'l1', snapshot: { cseq: 1 } },
    { legId: 'l2', snapshot: { cseq: 5 } },
  ]);
  await before.save([
    { legId: 'l1', snapshot: { cseq: 2 } },
    { legId: 'l3', snapshot: { cseq: 9 } },
  ]);
  await before.remove(['l3']);
  await openDialogStore(database.db, { node: 'two', epoch: 1 }).save([{ legId: 'other', snapshot: {} }]);

  const after = await openDialogStore(database.db, { node: 'one', epoch: 2 }).load();
  expect([...after].sort((a, b) => a.legId.localeCompare(b.legId))).toEqual([
    { legId: 'l1', snapshot: { cseq: 2 } },
    { legId: 'l2', snapshot: { cseq: 5 } },
  ]);
  const epochs = await database.db.selectFrom('sip_dialogs').select(['leg_id', 'epoch']).orderBy('leg_id').execute();
  expect(epochs.map(({ leg_id, epoch }) => `${leg_id} ${epoch}`)).toEqual(['l1 2', 'l2 2', 'other 1']);
});

test('dialogs of SIP and legs that clients steer lie side by side', async () => {
  const owner = { node: 'four', epoch: 1 };
  const [sip, controlled] = [openDialogStore(database.db, owner), openDialogStore(database.db, owner, 'controlled')];
  await sip.save([{ legId: 's1', snapshot: { cseq: 1 } }]);
  await controlled.save([{ legId: 'c1', snapshot: { deviceId: 'd' } }]);
  expect(await sip.load()).toEqual([{ legId: 's1', snapshot: { cseq: 1 } }]);
  expect(await controlled.load()).toEqual([{ legId: 'c1', snapshot: { deviceId: 'd', kind: 'controlled' } }]);
});

test('nothing to save or remove is nothing', async () => {
  const store = openDialogStore(database.db, { node: 'three', epoch: 1 });
  await store.save([]);
  await store.remove([]);
  expect(await store.load()).toEqual([]);
});
