import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenServerIsBack } from './server-back.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function server(...answers: boolean[]) {
  const seen = { asked: 0, back: 0 };
  const isUp = async () => {
    seen.asked += 1;
    return answers.length > 1 ? answers.shift() === true : answers[0] === true;
  };
  const stop = whenServerIsBack(isUp, () => {
    seen.back += 1;
  });
  return { seen, stop };
}

test('a server that was away and answers again is reported, once', async () => {
  const { seen } = server(false, false, true);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(seen).toEqual({ asked: 2, back: 0 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual({ asked: 3, back: 1 });
});

test('a server that answers from the start is not reported', async () => {
  const { seen } = server(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen.back).toBe(0);
});

test('a stopped listener is no longer called', async () => {
  const { seen, stop } = server(false, true);
  await vi.advanceTimersByTimeAsync(1_000);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual({ asked: 1, back: 0 });
});
