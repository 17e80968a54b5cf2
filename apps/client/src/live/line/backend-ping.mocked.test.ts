import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pingBackend } from './backend-ping.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function pinged(answers: boolean[]) {
  const seen = { pings: 0, back: 0, window: { hidden: false, focused: true } };
  const stop = pingBackend(
    async () => {
      seen.pings += 1;
      return answers.shift() ?? true;
    },
    () => {
      seen.back += 1;
    },
    {
      window: () => seen.window,
      every(ms, task) {
        const timer = setInterval(task, ms);
        return () => clearInterval(timer);
      },
    },
  );
  return { seen, stop };
}

test('API-044, CONST-025: the server is pinged every 10 s until stopped', async () => {
  const { seen, stop } = pinged([]);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(seen.pings).toBe(0);
  await vi.advanceTimersByTimeAsync(20_001);
  expect([seen.pings, seen.back]).toEqual([3, 0]);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen.pings).toBe(3);
});

test('CONST-026: a window that is hidden or does not have the focus does not ping', async () => {
  const { seen } = pinged([]);
  for (const window of [
    { hidden: true, focused: true },
    { hidden: false, focused: false },
  ]) {
    seen.window = window;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(seen.pings).toBe(0);
  }
  seen.window = { hidden: false, focused: true };
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen.pings).toBe(1);
});

test('a server that answers after an outage is reported once per outage', async () => {
  const { seen } = pinged([true, false, false, true, true, false, true]);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(seen.back).toBe(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(seen.back).toBe(2);
});
