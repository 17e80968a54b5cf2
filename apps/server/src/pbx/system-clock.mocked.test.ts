import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from './system-clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a task that is to wait for years does not run immediately', () => {
  const ran: string[] = [];
  systemClock.after((2 ** 31 - 1) * 1000, () => ran.push('years'));
  systemClock.after(1000, () => ran.push('a second'));
  const cancel = systemClock.after(1000, () => ran.push('never'));
  cancel();
  vi.advanceTimersByTime(60_000);
  expect(ran).toEqual(['a second']);
});
