import { expect, test } from 'vitest';
import { orderOf } from './thread-keys.ts';

const plain = { metaKey: false, ctrlKey: false, altKey: false };

test('plain keys give orders, keys with a modifier do not', () => {
  expect(orderOf({ ...plain, key: 'E' })).toBe('resolve');
  expect(orderOf({ ...plain, key: 'ArrowDown' })).toBe('down');
  expect(orderOf({ ...plain, key: 'Escape' })).toBe('back');
  expect(orderOf({ ...plain, key: 'x' })).toBeNull();
  for (const held of ['metaKey', 'ctrlKey', 'altKey']) expect(orderOf({ ...plain, [held]: true, key: 'c' })).toBeNull();
});
