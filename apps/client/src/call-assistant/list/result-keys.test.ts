import { expect, test } from 'vitest';
import { isMove, orderOf, resultAfter } from './result-keys.ts';

const press = (key: string, held: Partial<Record<'metaKey' | 'ctrlKey' | 'altKey', boolean>> = {}) => ({
  key,
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  ...held,
});

test('plain keys are orders, with a modifier they are not ours', () => {
  expect(['E', 'c', 'Enter', 'ArrowDown', 'x'].map((key) => orderOf(press(key)))).toEqual([
    'mark',
    'callBack',
    'open',
    'down',
    null,
  ]);
  expect(orderOf(press('c', { ctrlKey: true }))).toBeNull();
  expect(['down', 'last', 'mark', 'open'].map((order) => isMove(order as 'down'))).toEqual([true, true, false, false]);
});

test('the selection moves within the list and never past its ends', () => {
  const ids = ['a', 'b', 'c', 'd'];
  expect(resultAfter('down', ids, null, 2)).toBe('a');
  expect(resultAfter('down', ids, 'gone', 2)).toBe('a');
  expect(resultAfter('down', ids, 'd', 2)).toBe('d');
  expect(resultAfter('up', ids, 'a', 2)).toBe('a');
  expect(resultAfter('pageDown', ids, 'a', 2)).toBe('c');
  expect(resultAfter('pageUp', ids, 'b', 2)).toBe('a');
  expect(resultAfter('last', ids, 'a', 2)).toBe('d');
  expect(resultAfter('first', [], null, 2)).toBeNull();
});
