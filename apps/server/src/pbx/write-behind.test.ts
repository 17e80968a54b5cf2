import { expect, test } from 'vitest';
import { FakeClock } from './calls/testing/fake-clock.ts';
import { writeBehind } from './write-behind.ts';

test('a row that cannot be written keeps no other back, and is tried again', async () => {
  const clock = new FakeClock();
  const written: string[] = [];
  const erased: string[] = [];
  let isAway = true;
  const rows = writeBehind<string>({
    clock,
    log: { warn() {} } as never,
    what: 'rows',
    async write(all) {
      if (isAway && all.includes('bad')) throw new Error('no');
      written.push(...all);
    },
    erase: async (ids) => void erased.push(...ids),
  });
  rows.put('1', 'good');
  rows.put('2', 'bad');
  rows.put('3', 'better');
  await clock.pass(10);
  expect(written).toEqual(['good', 'better']);
  rows.put('4', 'later');
  await clock.pass(1100);
  expect(written).toEqual(['good', 'better', 'later']);
  isAway = false;
  await clock.pass(1100);
  expect(written).toEqual(['good', 'better', 'later', 'bad']);
  rows.forget('1');
  await clock.pass(10);
  expect(erased).toEqual(['1']);
});

/** Rows whose writes end when the test says so. */
const slowRows = () => {
  const clock = new FakeClock();
  const writes: PromiseWithResolvers<void>[] = [];
  const rows = writeBehind<string>({
    clock,
    log: { warn() {} } as never,
    what: 'rows',
    write() {
      const write = Promise.withResolvers<void>();
      writes.push(write);
      return write.promise;
    },
    erase: async () => {},
  });
  const isTold = () => {
    let told = false;
    void rows.written().then(() => {
      told = true;
    });
    return () => told;
  };
  return { clock, rows, writes, isTold };
};

test('a waiting caller is told when earlier rows are written, and not before', async () => {
  const { clock, rows, writes, isTold } = slowRows();
  rows.put('1', 'first');
  await clock.pass(1);
  rows.put('1', 'second');
  const told = isTold();
  writes[0]?.resolve();
  await clock.pass(1);
  expect(told()).toBe(false);
  writes[1]?.resolve();
  await clock.pass(1);
  expect(told()).toBe(true);
  expect(clock.pending).toBe(0);
});

test('a waiting caller is told although nothing more is to be written, or writing fails or takes long', async () => {
  const { clock, rows, writes, isTold } = slowRows();
  rows.put('1', 'first');
  await clock.pass(1);
  const duringTheWrite = isTold();
  writes[0]?.resolve();
  await clock.pass(1);
  expect(duringTheWrite()).toBe(true);
  rows.put('1', 'second');
  const slow = isTold();
  await clock.pass(499);
  expect(slow()).toBe(false);
  await clock.pass(1);
  expect(slow()).toBe(true);
  const failing = isTold();
  writes[1]?.reject(new Error('no'));
  await clock.pass(1);
  expect(failing()).toBe(true);
});

test('a row that somebody else erases is erased here only where a write of it was under way', async () => {
  const clock = new FakeClock();
  const said: string[] = [];
  let write = Promise.withResolvers<void>();
  const rows = writeBehind<string>({
    clock,
    log: { warn() {} } as never,
    what: 'rows',
    async write(all) {
      await write.promise;
      said.push(`wrote ${all}`);
    },
    erase: async (ids) => void said.push(`erased ${ids}`),
  });
  rows.put('1', 'one');
  await clock.pass(0);
  rows.put('2', 'two');
  rows.leave('1');
  rows.leave('2');
  write.resolve();
  await clock.pass(0);
  expect(said).toEqual(['wrote one', 'erased 1']);
  write = Promise.withResolvers();
  write.resolve();
  rows.put('3', 'three');
  await clock.pass(0);
  rows.leave('3');
  await clock.pass(0);
  expect(said).toEqual(['wrote one', 'erased 1', 'wrote three']);
});
