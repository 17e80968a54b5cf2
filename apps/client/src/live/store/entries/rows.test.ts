import { expect, test } from 'vitest';
import { applyMessage } from './rows.ts';

const row = (id: string, rev: number, name = id) => ({ id, rev, name });

test('a snapshot replaces everything', () => {
  expect(applyMessage([row('a', 1)], { type: 'snapshot', rows: [row('b', 1)] })).toEqual([row('b', 1)]);
});

test('a delta changes, adds, drops and reorders by id', () => {
  const before = [row('a', 1), row('b', 1), row('c', 1)];
  const after = applyMessage(before, { type: 'delta', changed: [row('b', 2, 'B'), row('d', 1)], ids: ['d', 'c', 'b'] });
  expect(after).toEqual([row('d', 1), row('c', 1), row('b', 2, 'B')]);
});

test('a row that arrives late never replaces a newer one', () => {
  const after = applyMessage([row('a', 5, 'new')], { type: 'delta', changed: [row('a', 4, 'old')], ids: ['a'] });
  expect(after).toEqual([row('a', 5, 'new')]);
});

test('an id without a row is left out instead of breaking the list', () => {
  expect(applyMessage([row('a', 1)], { type: 'delta', changed: [], ids: ['a', 'ghost'] })).toEqual([row('a', 1)]);
});

test('a delta without ids leaves the order as it is', () => {
  const before = [row('a', 1), row('b', 1)];
  expect(applyMessage(before, { type: 'delta', changed: [row('b', 2, 'B')] })).toEqual([row('a', 1), row('b', 2, 'B')]);
});

test('a row that can be read only now takes the place that it has had', () => {
  const after = applyMessage([row('b', 1)], { type: 'delta', changed: [row('a', 2)] }, ['a', 'b']);
  expect(after).toEqual([row('a', 2), row('b', 1)]);
});
