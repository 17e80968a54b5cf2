import { expect, test } from 'vitest';
import type { InboxRange } from '../stretches.ts';
import { sampleRow } from '../testing/sample-row.ts';
import { layouts } from './layout.ts';

const range = (key: number, ...calls: readonly [id: string, day: string][]): InboxRange => ({
  key,
  rows: calls.map(([id, day]) => sampleRow({ id, day })),
  shape: [],
});
const ranges = [
  range(1, ['a', '2026-11-20'], ['b', '2026-11-20']),
  range(2),
  range(3, ['c', '2026-11-20'], ['d', '2026-11-19']),
  range(4, ['e', '2026-11-19']),
];
const layout = layouts()(ranges);

test('ranges follow one another as if they were one', () => {
  expect(layout.between(0, layout.height).map(({ line, top, index, range: of }) => [line.key, top, index, of])).toEqual(
    [
      ['day 2026-11-20', 0, 0, 0],
      ['a', 40, 1, 0],
      ['b', 100, 2, 0],
      ['c', 160, 3, 2],
      ['day 2026-11-19', 220, 4, 2],
      ['d', 260, 5, 2],
      ['e', 320, 6, 3],
    ],
  );
  expect([layout.height, layout.size, layout.ranges]).toEqual([380, 7, 4]);
});

test('a window shows the lines that touch it, and no others', () => {
  const keys = (from: number, to: number) => layout.between(from, to).map(({ line }) => line.key);
  expect(keys(150, 230)).toEqual(['b', 'c', 'day 2026-11-19']);
  expect(keys(-500, 30)).toEqual(['day 2026-11-20']);
  expect(keys(5000, 6000)).toEqual(['e']);
  expect(layouts()([]).between(0, 100)).toEqual([]);
});

test('the head of a day stays until that of the next one comes', () => {
  const head = (top: number) => layout.headAt(top)?.line.key;
  expect([head(-8), head(0), head(219), head(220), head(379)]).toEqual([
    'day 2026-11-20',
    'day 2026-11-20',
    'day 2026-11-20',
    'day 2026-11-19',
    'day 2026-11-19',
  ]);
});

test('the selection goes from call to call across days and ranges, and stays at either end', () => {
  const way = ['a', 'b', 'c', 'd', 'e'];
  for (const [place, id] of way.entries()) {
    expect(layout.beside(id, 1)).toBe(way[place + 1] ?? id);
    expect(layout.beside(id, -1)).toBe(way[place - 1] ?? id);
  }
  expect([layout.first(), layout.last(), layout.beside('gone', 1)]).toEqual(['a', 'e', null]);
});

test('a day is summed up across ranges, but not where the list was cut off within it', () => {
  const [first, second] = ['day 2026-11-20', 'day 2026-11-19'].map((key) => layout.find(key));
  if (!first || !second) throw new Error('no heads');
  expect(layout.sumOf(first, false)).toMatchObject({ calls: 3, talkSeconds: 900 });
  expect(layout.sumOf(second, false)).toBeNull();
  expect(layout.sumOf(second, true)).toMatchObject({ calls: 2, talkSeconds: 600 });
});

test('unchanged lines are not laid out again', () => {
  let asked = 0;
  const layOut = layouts(() => {
    asked += 1;
    return true;
  });
  layOut(ranges);
  expect(asked).toBe(5);
  const added = range(5, ['f', '2026-11-18']);
  expect(layOut([...ranges, added]).size).toBe(9);
  expect(asked).toBe(6);
});
