import { afterEach, expect, test, vi } from 'vitest';
import { keepStarting } from './use-contact-stream.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('SAPI-042: the stream of contacts is started immediately and every ten minutes, even after a failure', async () => {
  vi.useFakeTimers();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const start = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue();
  const stop = keepStarting(start);
  expect(start).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10 * 60_000 - 1);
  expect(start).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(start).toHaveBeenCalledTimes(2);
  stop();
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(start).toHaveBeenCalledTimes(2);
});
