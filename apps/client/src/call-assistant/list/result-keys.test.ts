import { expect, test } from 'vitest';
import { orderOf } from './result-keys.ts';

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
});
