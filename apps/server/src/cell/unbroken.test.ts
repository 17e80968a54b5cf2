import { expect, test } from 'vitest';
import { unbroken } from './unbroken.ts';

test('time counts from the start, from a failure, and from a gap as of a machine that slept or whose clock was set back', () => {
  let now = 1_000;
  const there = unbroken(3_000, () => now);
  const lookAt = (ms: number) => {
    now = ms;
    return there.look(ms);
  };
  expect([lookAt(2_000), lookAt(3_000)]).toEqual([1_000, 2_000]);
  there.broken();
  expect([lookAt(4_000), lookAt(6_500)]).toEqual([1_000, 3_500]);
  expect([lookAt(60_000), lookAt(61_000)]).toEqual([0, 1_000]);
  expect([lookAt(20_000), lookAt(21_000)]).toEqual([0, 1_000]);
});

test('time counts from the moment at which the clock of the database was set forward or back', () => {
  let now = 1_000;
  const there = unbroken(3_000, () => now);
  const lookAt = (ms: number, theirs: number) => {
    now = ms;
    return there.look(theirs);
  };
  expect([lookAt(2_000, 500_000), lookAt(3_000, 501_000)]).toEqual([1_000, 2_000]);
  expect([lookAt(4_000, 602_000), lookAt(5_000, 603_000)]).toEqual([0, 1_000]);
  expect([lookAt(6_000, 504_000), lookAt(7_000, 505_000)]).toEqual([0, 1_000]);
});
