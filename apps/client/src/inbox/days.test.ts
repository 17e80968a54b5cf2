import { expect, test } from 'vitest';
import { groupByDay, headPlaces, talkSeconds } from './days.ts';
import { sampleRow } from './sample-row.ts';

const today = sampleRow({ id: 'a', day: '2026-11-20' });
const alsoToday = sampleRow({ id: 'b', day: '2026-11-20', call: { establishedAt: null } });
const yesterday = sampleRow({ id: 'c', day: '2026-11-19' });

test('each day has one head with its calls and the time talked', () => {
  const items = groupByDay([today, alsoToday, yesterday]);
  expect(items.map((item) => item.key)).toEqual(['day 2026-11-20', 'a', 'b', 'day 2026-11-19', 'c']);
  expect(items[0]).toMatchObject({ calls: 2, talkSeconds: 300 });
  expect(headPlaces(items)).toEqual([0, 3]);
});

test('no calls give no heads', () => {
  expect(groupByDay([])).toEqual([]);
});

test('talking starts with the answer, not with the ringing', () => {
  expect(talkSeconds(today)).toBe(300);
  expect(talkSeconds(alsoToday)).toBeNull();
});
