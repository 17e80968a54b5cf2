import { expect, test } from 'vitest';
import { recentCalls } from './recent-calls.ts';

test('after a thousand calls only the newest are known', () => {
  const calls = recentCalls(20);
  const ids = Array.from({ length: 1000 }, (_, at) => `call-${at}`);
  for (const id of ids) calls.note(id);
  expect(ids.filter((id) => calls.has(id))).toEqual(ids.slice(-20));
});

test('a call that is noted again is the newest, and clearing forgets all', () => {
  const calls = recentCalls(2);
  for (const id of ['a', 'b', 'a', 'c']) calls.note(id);
  expect(['a', 'b', 'c'].filter(calls.has)).toEqual(['a', 'c']);
  calls.clear();
  expect(['a', 'b', 'c'].filter(calls.has)).toEqual([]);
});
