import { expect, test } from 'vitest';
import { areKeys, KeyListener, pressing } from './keys.ts';

test('a key is 100 ms in the packets of RFC 4733, its end three times, and 60 ms of rest', () => {
  const steps = [...pressing('#')];
  expect(steps.map((packets) => packets.map(({ payload }) => payload.toString('hex')))).toEqual([
    ['0b0a00a0'],
    ['0b0a0140'],
    ['0b0a01e0'],
    ['0b0a0280'],
    ['0b0a0320'],
    ['0b8a0320', '0b8a0320', '0b8a0320'],
    [],
    [],
  ]);
  expect(steps.flat().filter(({ isFirst }) => isFirst)).toHaveLength(1);
});

test('a listener hears each key once, twice the same too, although most packets are lost', () => {
  for (const arrives of [() => true, (index: number) => index % 8 === 7, (index: number) => index % 8 === 0]) {
    const listener = new KeyListener();
    let now = 0;
    let index = 0;
    let heard = '';
    for (const packets of pressing('1990*#ABCD')) {
      for (const { payload, sinceDown } of packets) {
        if (arrives(index)) heard += listener.take(now - sinceDown, payload) ?? '';
        index += 1;
      }
      now += 160;
    }
    expect(heard).toBe('1990*#ABCD');
  }
});

test('a flash of the hook and half a packet are no keys', () => {
  const listener = new KeyListener();
  expect(listener.take(1, Buffer.from([16, 10, 0, 160]))).toBeUndefined();
  expect(listener.take(2, Buffer.from([1, 10]))).toBeUndefined();
});

test('only what a telephone has is a key', () => {
  expect(['12#', '*A', '', '1 2', 'x', '+'].map(areKeys)).toEqual([true, true, false, false, false, false]);
});
