import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failureKeptMs, PartNotLoaded, patientLoad } from './patient-load.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a part is loaded once, for all callers', async () => {
  const load = vi.fn(async () => 'page');
  const part = patientLoad(load);
  expect(part.loaded).toBeUndefined();
  expect(part.start()).toBe(part.start());
  expect(await part.start()).toBe('page');
  expect(part.loaded).toBe('page');
  expect(load).toHaveBeenCalledOnce();
});

test('a network that is away for some seconds is waited for', async () => {
  const load = vi
    .fn(async () => 'page')
    .mockRejectedValueOnce(new Error('offline'))
    .mockRejectedValueOnce(new Error('offline'));
  const got = patientLoad(load).start();
  await vi.advanceTimersByTimeAsync(1_300);
  expect(await got).toBe('page');
});

test('a part that fails at every attempt says so, and is tried again when asked later', async () => {
  const load = vi.fn(async () => 'page').mockRejectedValue(new Error('offline'));
  const part = patientLoad(load);
  const failed = expect(part.start()).rejects.toBeInstanceOf(PartNotLoaded);
  await vi.advanceTimersByTimeAsync(4_300);
  await failed;
  expect(load).toHaveBeenCalledTimes(4);
  // A second drawing at the same moment does not ask again.
  await expect(part.start()).rejects.toThrow('could not be loaded');
  expect(load).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(failureKeptMs);
  load.mockResolvedValue('page');
  expect(await part.start()).toBe('page');
});
