import { expect, test } from 'vitest';
import { activeOf, rowByKey } from './active-row.ts';

const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'];

test.each([
  ['ArrowDown', 'a', 'b'],
  ['ArrowDown', 'k', 'a'],
  ['ArrowDown', null, 'a'],
  ['ArrowUp', 'a', 'k'],
  ['ArrowUp', null, 'k'],
  ['PageDown', 'a', 'i'],
  ['PageDown', 'j', 'k'],
  ['PageUp', 'k', 'c'],
  ['PageUp', 'b', 'a'],
  ['Home', 'e', 'a'],
  ['End', 'e', 'k'],
  ['x', 'e', null],
])('%s at %s leads to %s', (key, active, expected) => {
  expect(rowByKey(key, keys, active)).toBe(expected);
});

test('where there are no lines no key leads anywhere', () => {
  for (const key of ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End']) {
    expect(rowByKey(key, [], 'a')).toBeNull();
  }
});

test('a chosen line is active while it is there', () => {
  expect(activeOf(keys, null, 'a')).toBe('a');
  expect(activeOf(keys, 'b', 'a')).toBe('b');
  expect(activeOf(keys, 'gone', 'a')).toBe('a');
  expect(activeOf([], 'b', null)).toBeNull();
});
