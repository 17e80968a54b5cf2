import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#live/line/api-error.ts';
import { patiently } from './patiently.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refused = (code: 'TOO_MANY_ATTEMPTS' | 'CONFLICT', retryAfterSeconds?: number) =>
  new ApiError(code, 'no', {
    body: { code, message: 'no', ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) },
  });

test('a request made too often is repeated after the wait that the server names', async () => {
  const work = vi.fn(async () => {
    if (work.mock.calls.length < 3) throw refused('TOO_MANY_ATTEMPTS', 7);
    return 'done';
  });
  const result = patiently(work);
  await vi.advanceTimersByTimeAsync(6_900);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(work).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(7_000);
  expect(await result).toBe('done');
});

test('any other error is thrown immediately, and so is a wait that is too long', async () => {
  for (const error of [refused('CONFLICT'), refused('TOO_MANY_ATTEMPTS', 600), refused('TOO_MANY_ATTEMPTS')]) {
    await expect(patiently(() => Promise.reject(error))).rejects.toBe(error);
  }
});
