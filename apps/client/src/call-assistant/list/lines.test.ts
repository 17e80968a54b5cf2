import { expect, test } from 'vitest';
import { linesOf, neighbourOf, rangeAt, shiftBetween } from './lines.ts';

const on = (day: string, ...ids: string[]) => ids.map((id) => ({ id, day }));
const two = [...on('2026-11-20', 'a', 'b'), ...on('2026-11-19', 'c')];

test('each day has a head with the number of its results', () => {
  expect(linesOf(two).map((line) => (line.kind === 'day' ? `${line.day}: ${line.results}` : line.key))).toEqual([
    '2026-11-20: 2',
    'a',
    'b',
    '2026-11-19: 1',
    'c',
  ]);
  expect(linesOf([])).toEqual([]);
});

test('a place among all results is in a range, and never behind the last one', () => {
  expect([0, 1, 2, 9].map((place) => rangeAt([2, 3], place))).toEqual([0, 0, 1, 1]);
  expect(rangeAt([], 0)).toBe(0);
});

test('beside a result is the one below, for the last one that above', () => {
  expect(['a', 'c'].map((id) => neighbourOf(['a', 'b', 'c'], id))).toEqual(['b', 'b']);
  expect(neighbourOf(['a'], 'a')).toBeNull();
});

test('results that come or go above leave the view where it is', () => {
  const lines = linesOf(two);
  const arrived = linesOf([...on('2026-11-21', 'new'), ...two]);
  expect(shiftBetween(lines, arrived, 50)).toBe(100);
  expect(shiftBetween(arrived, lines, 200)).toBe(-100);
  expect(shiftBetween(lines, lines.slice(0, 3), 150)).toBe(0);
});
