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
