import { expect, test } from 'vitest';
import { networkCounter } from './network-counter.ts';

test('an address holds what it may, and again what was given back', () => {
  const counter = networkCounter(2);
  expect([1, 2, 3].map(() => counter.take('192.0.2.7'))).toEqual([true, true, false]);
  expect(counter.take('192.0.2.8')).toBe(true);
  counter.giveBack('192.0.2.7');
  expect(counter.take('192.0.2.7')).toBe(true);
});

test('a site holds four times what one of its 65,536 links may, a home twice as much', () => {
  const counter = networkCounter(10);
  const taken = (links: readonly number[]) =>
    links
      .flatMap((link) => Array.from({ length: 10 }, () => `2001:db8:1:${link.toString(16)}::1`))
      .filter((address) => counter.take(address)).length;
  expect(taken([0x100, 0x101, 0x102])).toBe(20);
  expect(taken([0x200, 0x300, 0x400, 0x500])).toBe(20);
  expect(counter.take('2001:db8:2::1')).toBe(true);
  counter.giveBack('2001:db8:1:101::1');
  expect(counter.take('2001:db8:1:900::1')).toBe(true);
});
