import { expect, test } from 'vitest';
import { blockOf, talkSeconds } from './days.ts';
import { sampleRow } from './testing/sample-row.ts';

const today = sampleRow({ id: 'a', day: '2026-11-20' });
const alsoToday = sampleRow({ id: 'b', day: '2026-11-20', call: { establishedAt: null } });
const yesterday = sampleRow({ id: 'c', day: '2026-11-19' });
const all = { rows: [today, alsoToday, yesterday], shape: [] };

test('each day has one head, its calls and the time talked', () => {
  const block = blockOf(all, null);
  expect(block.lines.map((line) => line.key)).toEqual(['day 2026-11-20', 'a', 'b', 'day 2026-11-19', 'c']);
  expect(block.tops).toEqual([0, 40, 100, 160, 200]);
  expect(block.height).toBe(260);
  expect(block.days).toEqual([
    { day: '2026-11-20', calls: 2, talkSeconds: 300 },
    { day: '2026-11-19', calls: 1, talkSeconds: 300 },
  ]);
});

test('a day that continues from the range before has no second head', () => {
  expect(blockOf(all, '2026-11-20').lines.map((line) => line.key)).toEqual(['a', 'b', 'day 2026-11-19', 'c']);
});

test('all calls of a group count, and how long people talked in them is not known', () => {
  const group = sampleRow({ id: 'a', groupSize: 3 });
  expect(blockOf({ rows: [group, alsoToday], shape: [] }, null).days).toEqual([
    { day: '2026-11-20', calls: 4, talkSeconds: null },
  ]);
});

test('a range of which only the shape is kept has the same height', () => {
  const shape = all.rows.map(({ id, day, groupSize, call }) => ({ id, day, groupSize, startedAt: call.startedAt }));
  const known = blockOf(all, null);
  const letGo = blockOf({ rows: null, shape }, null);
  expect(letGo.tops).toEqual(known.tops);
  expect(letGo.height).toBe(known.height);
  expect(letGo.lines.map((line) => line.kind === 'call' && line.row)).toEqual([false, null, null, false, null]);
});

test('a call that is no longer listed leaves no gap, and its day no head', () => {
  const block = blockOf(all, null, (row) => row.id !== 'c');
  expect(block.lines.map((line) => line.key)).toEqual(['day 2026-11-20', 'a', 'b']);
});

test('no calls give no lines', () => {
  expect(blockOf({ rows: [], shape: [] }, null)).toEqual({ lines: [], tops: [], height: 0, days: [] });
});

test('talking starts with the answer, not with the ringing', () => {
  expect(talkSeconds(today)).toBe(300);
  expect(talkSeconds(alsoToday)).toBeNull();
});
