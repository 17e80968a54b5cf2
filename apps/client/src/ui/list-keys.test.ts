import { expect, test } from 'vitest';
import { isListMove, selectionAfter } from './list-keys.ts';

test('the selection begins at the first one and never moves past an end', () => {
  const ids = ['a', 'b', 'c', 'd'];
  expect(selectionAfter('down', ids, null, 2)).toBe('a');
  expect(selectionAfter('up', ids, null, 2)).toBe('a');
  expect(selectionAfter('down', ids, 'gone', 2)).toBe('a');
  expect(selectionAfter('down', ids, 'b', 2)).toBe('c');
  expect(selectionAfter('down', ids, 'd', 2)).toBe('d');
  expect(selectionAfter('up', ids, 'a', 2)).toBe('a');
  expect(selectionAfter('first', ids, 'gone', 2)).toBe('a');
  expect(selectionAfter('last', ids, 'a', 2)).toBe('d');
  expect(selectionAfter('pageDown', ids, null, 2)).toBe('a');
  expect(selectionAfter('pageDown', ids, 'a', 2)).toBe('c');
  expect(selectionAfter('pageDown', ids, 'c', 2)).toBe('d');
  expect(selectionAfter('pageUp', ids, 'b', 2)).toBe('a');
  expect(selectionAfter('pageUp', ids, 'd', 0)).toBe('c');
  expect(selectionAfter('down', [], null, 2)).toBeNull();
  expect(selectionAfter('last', [], null, 2)).toBeNull();
});

test('a key that is held moves the selection on, and does everything else once', () => {
  for (const order of ['up', 'down', 'pageUp', 'pageDown', 'first', 'last']) expect(isListMove(order)).toBe(true);
  for (const order of ['open', 'resolve', 'call', 'mark']) expect(isListMove(order)).toBe(false);
});
