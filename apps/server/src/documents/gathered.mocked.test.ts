import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gathered } from './gathered.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what comes within the time is handed on together, what comes later after another such time, and nothing after the end', () => {
  const handed: string[] = [];
  const gathering = gathered<string>(100, (all) => void handed.push(all.join()));
  gathering.add('one');
  vi.advanceTimersByTime(99);
  gathering.add('two');
  expect(handed).toEqual([]);
  vi.advanceTimersByTime(1);
  gathering.add('three');
  vi.advanceTimersByTime(100);
  expect(handed).toEqual(['one,two', 'three']);
  gathering.add('four');
  gathering.stop();
  vi.advanceTimersByTime(1000);
  expect(handed).toEqual(['one,two', 'three']);
});
