import { expect, test } from 'vitest';
import { goesOn, orderOf } from './list-keys.ts';

const press = (key: string, more = {}) => ({ key, metaKey: false, ctrlKey: false, altKey: false, ...more });

test.each([
  ['ArrowDown', 'down'],
  ['ArrowUp', 'up'],
  ['Home', 'first'],
  ['End', 'last'],
  ['Enter', 'open'],
  ['e', 'resolve'],
  ['E', 'resolve'],
  ['C', 'callBack'],
  ['n', 'note'],
  ['f', 'find'],
  ['x', null],
  ['Tab', null],
])('%s means %s', (key, order) => {
  expect(orderOf(press(key))).toBe(order);
});

test('a key with a modifier belongs to somebody else', () => {
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) {
    for (const key of ['c', 'e', 'f', 'n', 'ArrowDown']) expect(orderOf(press(key, { [modifier]: true }))).toBeNull();
  }
});

test('a key that is held moves the selection on, and does everything else once', () => {
  for (const order of ['down', 'up', 'first', 'last'] as const) expect(goesOn(order)).toBe(true);
  for (const order of ['open', 'resolve', 'callBack', 'note', 'find'] as const) expect(goesOn(order)).toBe(false);
});
