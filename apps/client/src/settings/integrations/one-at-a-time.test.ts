import { expect, test, vi } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

test('SINTEG-017: a second submit is ignored while the first one is under way, and accepted afterwards', async () => {
  const once = oneAtATime();
  const answer = Promise.withResolvers<void>();
  const work = vi.fn(() => Promise.resolve()).mockReturnValueOnce(answer.promise);
  const first = once.run(work);
  await once.run(work);
  expect([work.mock.calls.length, once.isRunning]).toEqual([1, true]);
  answer.reject(new Error('refused'));
  await expect(first).rejects.toThrow('refused');
  expect(once.isRunning).toBe(false);
  await once.run(work);
  expect(work).toHaveBeenCalledTimes(2);
});
