import { fakeClock } from '@sidetone/sip/testing/fake-clock.ts';
import { expect, test } from 'vitest';
import { quietLog } from '../testing/fake-exchange.ts';
import { openDialogRecords } from './dialog-records.ts';
import type { StoredDialog } from './stored-dialog.ts';

const someDialog = () => ({ version: 1 }) as StoredDialog;

/** Records of a store whose writes end when the test says so, and how many began. */
const slowRecords = () => {
  const writes: PromiseWithResolvers<void>[] = [];
  const erased: string[] = [];
  const clock = fakeClock();
  const save = () => {
    const write = Promise.withResolvers<void>();
    writes.push(write);
    return write.promise;
  };
  const remove = async (legIds: readonly string[]) => void erased.push(legIds.join());
  const store = { load: async () => [], save, remove };
  return { records: openDialogRecords(store, clock, quietLog), writes, erased, clock };
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('the end waits for every change so far, also for one that a waiting answer has written right behind another', async () => {
  const { records, writes } = slowRecords();
  records.changed('first', someDialog);
  void records.written();
  await settled();
  records.changed('second', someDialog);
  void records.written();
  let isOver = false;
  void records.stop().then(() => {
    isOver = true;
  });
  writes[0]?.resolve();
  await settled();
  expect([writes.length, isOver]).toEqual([2, false]);
  writes[1]?.resolve();
  await settled();
  expect(isOver).toBe(true);
});

test('a dialog is written again only where it is not as it was written, or was gone', async () => {
  const { records, writes, erased, clock } = slowRecords();
  const written = async () => {
    const all = records.written();
    await settled();
    writes.at(-1)?.resolve();
    await all;
    return writes.length;
  };
  records.changed('leg', someDialog);
  expect(await written()).toBe(1);
  records.changed('leg', someDialog);
  expect(await written()).toBe(1);
  records.changed('leg', () => ({ ...someDialog(), localCSeq: 2 }));
  expect(await written()).toBe(2);
  records.gone('leg');
  await clock.advanceAsync(1000);
  expect(erased).toEqual(['leg']);
  records.changed('leg', () => ({ ...someDialog(), localCSeq: 2 }));
  expect(await written()).toBe(3);
});

test('dialogs that are over are erased a second later, together, and nobody who waits for another waits for that', async () => {
  const { records, writes, erased, clock } = slowRecords();
  for (const legId of ['one', 'two', 'back']) records.gone(legId);
  records.changed('other', someDialog);
  const all = records.written();
  await settled();
  writes[0]?.resolve();
  await all;
  await clock.advanceAsync(900);
  expect(erased).toEqual([]);
  // What was gone is there again, and its row stays.
  records.changed('back', someDialog);
  await clock.advanceAsync(100);
  writes[1]?.resolve();
  await settled();
  await clock.advanceAsync(20);
  expect(erased).toEqual(['one,two']);
  records.gone('other');
  await records.stop();
  expect(erased).toEqual(['one,two', 'other']);
});

test('a dialog that could not be written is written again, though it is as it was', async () => {
  const { records, writes } = slowRecords();
  records.changed('leg', someDialog);
  const first = records.written();
  await settled();
  writes[0]?.reject(new Error('the database is down'));
  await first;
  records.changed('leg', someDialog);
  const end = records.stop();
  await settled();
  writes[1]?.resolve();
  await end;
  expect(writes.length).toBe(2);
});
