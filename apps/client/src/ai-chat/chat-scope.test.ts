import { expect, test } from 'vitest';
import { everything, scopeOf, toggled } from './chat-scope.ts';

test('a range ends today and has as many days as it says', () => {
  expect(scopeOf(everything, '2026-11-29')).toEqual({ channelIds: null, from: null, to: null });
  const week = { channelIds: ['a'], range: 'd7' } as const;
  expect(scopeOf(week, '2026-11-29')).toEqual({ channelIds: ['a'], from: '2026-11-23', to: '2026-11-29' });
  expect(scopeOf({ ...week, range: 'd1' }, '2026-03-01')).toMatchObject({ from: '2026-03-01', to: '2026-03-01' });
  expect(scopeOf({ ...week, range: 'd14' }, '2027-01-05')).toMatchObject({ from: '2026-12-23' });
});

test('channels go and come one by one, and none means all', () => {
  const all = ['a', 'b', 'c'];
  expect(toggled(null, all, 'b')).toEqual(['a', 'c']);
  expect(toggled(['a', 'c'], all, 'b')).toBeNull();
  expect(toggled(['c'], all, 'a')).toEqual(['a', 'c']);
  expect(toggled(['c'], all, 'c')).toBeNull();
});
