import { expect, test } from 'vitest';
import { sampleRow } from '#inbox/testing/sample-row.ts';
import { rangeAt } from './range-at.ts';
import { callsAboveEach, linesOf } from './sections.ts';

const rows = ['a', 'b', 'c', 'd'].map((id) => sampleRow({ id, day: id < 'c' ? '2026-11-20' : '2026-11-19' }));

test('a call is looked for in the range that holds it, and past the end in the last one', () => {
  const ranges = [{ rows: rows.slice(0, 2) }, { rows: null }, { rows: rows.slice(2) }];
  expect([0, 1, 2, 3, 9].map((place) => rangeAt(ranges, place))).toEqual([0, 0, 2, 2, 2]);
  expect(rangeAt([], 3)).toBe(0);
});

test('heads are not counted as calls above a line', () => {
  const lines = linesOf(rows, '2026-11-20');
  expect(lines.map(({ kind }) => kind)).toEqual(['section', 'call', 'call', 'section', 'call', 'call']);
  expect(callsAboveEach(lines)).toEqual([0, 0, 1, 2, 2, 3]);
});
