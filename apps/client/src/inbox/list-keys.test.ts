import { expect, test } from 'vitest';
import { nextAfter, orderOf } from './list-keys.ts';

const ids = ['a', 'b', 'c'];
const press = (key: string, more = {}) => ({ key, metaKey: false, ctrlKey: false, altKey: false, ...more });

test.each([
  ['ArrowDown', null, 'a'],
  ['ArrowDown', 'a', 'b'],
  ['ArrowDown', 'c', 'c'],
  ['ArrowUp', null, 'a'],
  ['ArrowUp', 'b', 'a'],
  ['ArrowUp', 'a', 'a'],
  ['Home', 'c', 'a'],
  ['End', 'a', 'c'],
  ['ArrowDown', 'gone', 'a'],
])('%s with %s selected goes to %s', (key, selected, id) => {
  expect(orderOf(press(key), ids, selected)).toEqual({ do: 'select', id });
});

test('E resolves and C calls back the selected call', () => {
  expect(orderOf(press('e'), ids, 'b')).toEqual({ do: 'resolve', id: 'b' });
  expect(orderOf(press('C'), ids, 'b')).toEqual({ do: 'callBack', id: 'b' });
});

test('without a selection letters do nothing', () => {
  expect(orderOf(press('e'), ids, null)).toBeNull();
  expect(orderOf(press('c'), ids, 'gone')).toBeNull();
});

test('a letter with a modifier belongs to somebody else', () => {
  expect(orderOf(press('c', { ctrlKey: true }), ids, 'b')).toBeNull();
  expect(orderOf(press('e', { metaKey: true }), ids, 'b')).toBeNull();
});

test('an empty list does nothing', () => {
  expect(orderOf(press('ArrowDown'), [], null)).toBeNull();
});

test('the selection goes on to the next call when one leaves', () => {
  expect(nextAfter(ids, 'b')).toBe('c');
  expect(nextAfter(ids, 'c')).toBe('b');
  expect(nextAfter(['a'], 'a')).toBeNull();
});
