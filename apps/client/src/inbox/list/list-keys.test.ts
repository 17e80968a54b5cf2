import { expect, test } from 'vitest';
import { sampleRow } from '../testing/sample-row.ts';
import { layouts } from './layout.ts';
import { callAfter, goesOn, orderOf } from './list-keys.ts';

const press = (key: string, more = {}) => ({ key, metaKey: false, ctrlKey: false, altKey: false, ...more });

test.each([
  ['ArrowDown', 'down'],
  ['ArrowUp', 'up'],
  ['PageDown', 'pageDown'],
  ['PageUp', 'pageUp'],
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

test('a key with a modifier is not for the list', () => {
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) {
    for (const key of ['c', 'e', 'f', 'n', 'ArrowDown']) expect(orderOf(press(key, { [modifier]: true }))).toBeNull();
  }
});

test('a key that is held moves the selection on, and does everything else once', () => {
  for (const order of ['down', 'up', 'pageDown', 'pageUp', 'first', 'last'] as const) expect(goesOn(order)).toBe(true);
  for (const order of ['open', 'resolve', 'callBack', 'note', 'find'] as const) expect(goesOn(order)).toBe(false);
});

test('the selection goes from call to call, a screen at a time by page keys, and stays within the list', () => {
  const rows = Array.from({ length: 9 }, (_, at) =>
    sampleRow({ id: `${at}`, day: at < 4 ? '2026-11-20' : '2026-11-19' }),
  );
  const layout = layouts()([{ key: 1, rows, shape: [] }]);
  const after = (order: Parameters<typeof callAfter>[0], selected: string | null) =>
    callAfter(order, layout, selected, 250);
  expect([after('down', null), after('pageDown', null), after('up', 'gone')]).toEqual(['0', '0', '0']);
  expect([after('down', '3'), after('up', '4'), after('pageDown', '2'), after('pageUp', '5')]).toEqual([
    '4',
    '3',
    '5',
    '2',
  ]);
  expect([after('pageDown', '7'), after('pageUp', '1'), after('first', '5'), after('last', null)]).toEqual([
    '8',
    '0',
    '0',
    '8',
  ]);
  // A page takes the selection along, so that the next step is from there.
  const way: (string | null)[] = ['0'];
  for (const order of ['pageDown', 'pageDown', 'down', 'pageUp', 'up'] as const) {
    way.push(after(order, way.at(-1) ?? null));
  }
  expect(way).toEqual(['0', '3', '6', '7', '4', '3']);
  expect(callAfter('down', layouts()([]), null, 250)).toBeNull();
});
