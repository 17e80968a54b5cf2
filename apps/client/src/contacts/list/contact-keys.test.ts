import { expect, test } from 'vitest';
import { isMove, orderOf, placeAfterMove } from './contact-keys.ts';

const press = (key: string, more = {}) => orderOf({ key, metaKey: false, ctrlKey: false, altKey: false, ...more });

test('plain keys are orders, keys with a modifier are not', () => {
  expect(['ArrowDown', 'Home', 'Enter', 'c', 'C', 'n', 'x', 'Escape'].map((key) => press(key))).toEqual([
    'down',
    'first',
    'open',
    'call',
    'call',
    'create',
    null,
    null,
  ]);
  for (const modifier of ['metaKey', 'ctrlKey', 'altKey']) expect(press('c', { [modifier]: true })).toBeNull();
});

test('the selection moves within the list, and begins at its first contact', () => {
  const rows = 10;
  expect(placeAfterMove('down', -1, rows, 100)).toBe(0);
  expect(placeAfterMove('last', -1, rows, 100)).toBe(99);
  expect(placeAfterMove('down', 98, rows, 100)).toBe(99);
  expect(placeAfterMove('down', 99, rows, 100)).toBe(99);
  expect(placeAfterMove('pageUp', 4, rows, 100)).toBe(0);
  expect(placeAfterMove('pageDown', 4, rows, 100)).toBe(14);
  expect(placeAfterMove('first', 50, rows, 100)).toBe(0);
  expect(placeAfterMove('down', 0, rows, 0)).toBeNull();
  expect(placeAfterMove('call', 0, rows, 100)).toBeNull();
  expect([isMove('up'), isMove('open')]).toEqual([true, false]);
});
