import { expect, test } from 'vitest';
import { answeredAs, withPatches } from './patches.ts';

const row = (id: string, rev: number, name = id) => ({ id, rev, name });
const patch = (rev: number, name: string, isAnswered: boolean) => ({ rev, change: { name }, isAnswered });

test('a confirmed change shows until the server sends a newer row', () => {
  const patches = new Map([['a', [patch(1, 'mine', true)]]]);
  expect(withPatches([row('a', 1), row('b', 1)], patches)).toEqual([row('a', 1, 'mine'), row('b', 1)]);
  expect(withPatches([row('a', 2, 'theirs')], patches)).toEqual([row('a', 2, 'theirs')]);
});

test('a change that the server has not answered shows on newer rows too', () => {
  expect(withPatches([row('a', 2, 'earlier')], new Map([['a', [patch(1, 'mine', false)]]]))).toEqual([
    row('a', 2, 'mine'),
  ]);
});

test('of several changes of a value the last one shows, and changes of other values show beside it', () => {
  const patches = new Map([
    ['a', [patch(1, 'first', false), { rev: 1, change: { age: 7 }, isAnswered: false }, patch(1, 'second', false)]],
  ]);
  expect(withPatches([row('a', 1)], patches)).toEqual([{ ...row('a', 1, 'second'), age: 7 }]);
});

test.each([
  ['due', [row('a', 1)]],
  ['due', []],
  ['arrived', [row('a', 2, 'mine')]],
  ['unlike', [row('a', 2, 'earlier')]],
  ['unlike', [row('a', 1, 'mine'), row('a', 2, 'earlier')]],
])('an answered change is %s where the rows are %j', (answered, rows) => {
  expect(answeredAs(patch(1, 'mine', false), rows)).toBe(answered);
});
