import { expect, test } from 'vitest';
import { turns } from './at-once.ts';

const signal = () => AbortSignal.timeout(10_000);

test('no more work at the same time than may be, in the order of asking', async () => {
  const line = turns();
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const work = (at: number) => async () => {
    begun.push(at);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    return at;
  };
  const all = [0, 1, 2, 3, 4].map((at) => line.take('c', 2, signal(), work(at)));
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4]);
  expect([begun, most]).toEqual([[0, 1, 2, 3, 4], 2]);
});

test('what fails or gives up waiting keeps nobody from their turn', async () => {
  const line = turns();
  let release = () => {};
  const held = line.take('c', 1, signal(), () => new Promise<void>((resolve) => (release = resolve)));
  const controller = new AbortController();
  const givesUp = line.take('c', 1, controller.signal, async () => 'never');
  const next = line.take('c', 1, signal(), async () => Promise.reject(new Error('no')));
  const last = line.take('c', 1, signal(), async () => 'last');
  controller.abort(new Error('skipped'));
  await expect(givesUp).rejects.toThrow('skipped');
  release();
  await held;
  await expect(next).rejects.toThrow('no');
  expect(await last).toBe('last');
  expect(await line.take('other', 1, signal(), async () => 'of another')).toBe('of another');
});
