import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection } from '#live/line/connection.ts';
import { whenReached } from './when-reached.ts';

beforeEach(() => {
  vi.useFakeTimers();
  connection.setState({ live: 'lost' });
});
afterEach(() => void vi.useRealTimers());

function waiting(answers: boolean[]) {
  const page = new EventTarget();
  const reached = vi.fn();
  const stop = whenReached(reached, { page, isUp: async () => answers.shift() ?? false });
  return { page, reached, stop };
}

test('the network comes back: the server is asked immediately', async () => {
  const { page, reached } = waiting([true]);
  page.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(reached).toHaveBeenCalledTimes(1);
});

test('live data is back: the server is asked immediately', async () => {
  const { reached } = waiting([true]);
  connection.setState({ live: 'open' });
  await vi.advanceTimersByTimeAsync(0);
  expect(reached).toHaveBeenCalledTimes(1);
});

test('it asks every ten seconds and calls back once', async () => {
  const { page, reached } = waiting([false, false, true, true]);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(reached).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(30_000);
  page.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(reached).toHaveBeenCalledTimes(1);
});

test('a stopped listener is not called', async () => {
  const { page, reached, stop } = waiting([true]);
  page.dispatchEvent(new Event('online'));
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reached).not.toHaveBeenCalled();
});
