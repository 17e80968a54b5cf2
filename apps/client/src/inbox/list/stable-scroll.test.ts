import { expect, test } from 'vitest';
import type { InboxRange } from '../stretches.ts';
import { sampleRow } from '../testing/sample-row.ts';
import { layouts } from './layout.ts';
import { arrivedAbove, firstPlace, shiftBetween } from './stable-scroll.ts';

const rows = (ids: readonly number[], day = '2026-11-20') =>
  ids.map((id) => sampleRow({ id: `${id}`, day, call: { startedAt: new Date(id * 60_000).toISOString() } }));
const layoutOf = (...of: ReturnType<typeof rows>) => {
  const range: InboxRange = { key: 1, rows: of, shape: [] };
  return layouts()([range]);
};
const before = layoutOf(...rows([20, 19, 18, 17, 16, 15, 14, 13, 12, 11]));

test('calls that arrive above the view move it by their own height and nothing else', () => {
  const after = layoutOf(...rows([22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11]));
  expect(shiftBetween(before, after, 200, 300)).toBe(120);
  const nextDay = layoutOf(...rows([30], '2026-11-21'), ...rows([20, 19, 18, 17, 16, 15, 14, 13, 12, 11]));
  expect(shiftBetween(before, nextDay, 200, 300)).toBe(100);
});

test('calls that leave above the view move nothing in it either', () => {
  expect(shiftBetween(before, layoutOf(...rows([20, 17, 16, 15, 14, 13])), 300, 300)).toBe(-120);
});

test('calls that come and go below the view move nothing', () => {
  expect(shiftBetween(before, layoutOf(...rows([20, 19, 18, 17, 16, 15])), 100, 200)).toBe(0);
});

test('where the topmost call in view leaves, the next one in view keeps its place', () => {
  // In view from 200 on: 17 (from 220), 16, 15 …; 17 and the calls above it are gone.
  expect(shiftBetween(before, layoutOf(...rows([16, 15, 14, 13, 12, 11])), 200, 300)).toBe(-240);
  expect(shiftBetween(before, layoutOf(...rows([5, 4])), 200, 300)).toBe(0);
});

test('the calls that came in above the former first one are counted', () => {
  const after = layoutOf(...rows([23, 22, 21, 20, 19]));
  const seen = firstPlace(before);
  expect(seen?.id).toBe('20');
  expect(arrivedAbove(after, seen, 400)).toBe(3);
  expect(arrivedAbove(before, seen, 400)).toBe(0);
  // The first one may be resolved in the meantime.
  expect(arrivedAbove(layoutOf(...rows([23, 19])), seen, 400)).toBe(1);
});
