import { expect, test } from 'vitest';
import { goesOn, orderOf, selectionAfter } from './thread-keys.ts';

const plain = { metaKey: false, ctrlKey: false, altKey: false };

test('plain keys give orders, keys with a modifier do not', () => {
  expect(orderOf({ ...plain, key: 'E' })).toBe('resolve');
  expect(orderOf({ ...plain, key: 'ArrowDown' })).toBe('down');
  expect(orderOf({ ...plain, key: 'Escape' })).toBe('back');
  expect(orderOf({ ...plain, key: 'x' })).toBeNull();
  for (const held of ['metaKey', 'ctrlKey', 'altKey']) expect(orderOf({ ...plain, [held]: true, key: 'c' })).toBeNull();
});

test('the selection begins at the first call and stays within the list', () => {
  const ids = ['a', 'b', 'c'];
  expect(selectionAfter('down', ids, null, 2)).toBe('a');
  expect(selectionAfter('up', ids, null, 2)).toBe('a');
  expect(selectionAfter('down', ids, 'b', 2)).toBe('c');
  expect(selectionAfter('down', ids, 'c', 2)).toBe('c');
  expect(selectionAfter('up', ids, 'a', 2)).toBe('a');
  expect(selectionAfter('last', ids, 'a', 2)).toBe('c');
  expect(selectionAfter('first', ids, 'gone', 2)).toBe('a');
  expect(selectionAfter('pageDown', ids, null, 2)).toBe('a');
  expect(selectionAfter('pageDown', ids, 'a', 2)).toBe('c');
  expect(selectionAfter('pageDown', ids, 'b', 2)).toBe('c');
  expect(selectionAfter('pageUp', ids, 'c', 2)).toBe('a');
  expect(selectionAfter('down', [], null, 2)).toBeNull();
});

test('a key that is held moves the selection on, and does everything else once', () => {
  for (const order of ['up', 'down', 'pageUp', 'pageDown', 'first', 'last'] as const) expect(goesOn(order)).toBe(true);
  for (const order of ['open', 'resolve', 'call', 'note', 'back'] as const) expect(goesOn(order)).toBe(false);
});
