import { fakeClock } from '@sidetone/sip/testing/fake-clock.ts';
import { expect, test } from 'vitest';
import { quietLog } from '../testing/fake-exchange.ts';
import { openDialogRecords } from './dialog-records.ts';
import type { StoredDialog } from './stored-dialog.ts';

const someDialog = () => ({ version: 1 }) as StoredDialog;

/** Records of a store whose writes end when the test says so, and how many began. */
const slowRecords = () => {
  const writes: PromiseWithResolvers<void>[] = [];
  const save = () => {
    const write = Promise.withResolvers<void>();
    writes.push(write);
    return write.promise;
  };
  const store = { load: async () => [], save, remove: async () => undefined };
  return { records: openDialogRecords(store, fakeClock(), quietLog), writes };
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
  const { records, writes } = slowRecords();
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
  await written();
  records.changed('leg', () => ({ ...someDialog(), localCSeq: 2 }));
  expect(await written()).toBe(3);
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
