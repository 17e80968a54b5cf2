import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { spread } from './spread.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const numbers = (length: number): number[] => Array.from({ length }, (_, index) => index);

test('few are handed on in the same moment', () => {
  const handed: number[] = [];
  spread(numbers(20), (one) => handed.push(one));
  expect(handed).toEqual(numbers(20));
  expect(vi.getTimerCount()).toBe(0);
});

test('many are handed on in order, evenly over ten seconds', () => {
  const handed: number[] = [];
  spread(numbers(20_000), (one) => handed.push(one));
  expect(handed).toHaveLength(200);
  vi.advanceTimersByTime(4_950);
  expect(handed).toHaveLength(10_000);
  vi.advanceTimersByTime(5_050);
  expect(handed).toEqual(numbers(20_000));
});

test('what is stopped hands nothing on any more, nor does the last of it', () => {
  const handed: number[] = [];
  const stop = spread(numbers(60), (one) => {
    handed.push(one);
    if (one === 39) stop();
  });
  vi.runAllTimers();
  expect(handed).toEqual(numbers(40));
});
