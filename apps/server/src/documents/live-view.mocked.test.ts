import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Row } from './delta.ts';
import { LiveView } from './live-view.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(0);

/** A view whose readings are answered by hand. */
const view = () => {
  const asked: { resolve(rows: Row[]): void; reject(error: Error): void }[] = [];
  const troubles: unknown[] = [];
  const made = new LiveView({
    read: () => new Promise((resolve, reject) => asked.push({ resolve, reject })),
    follow: () => false,
    onTrouble: (error) => troubles.push(error),
  });
  let changes = 0;
  made.onRead(() => {
    changes += 1;
  });
  return { view: made, asked, troubles, changes: () => changes };
};

test('changes during a reading lead to exactly one more', async () => {
  const { view: one, asked, changes } = view();
  one.refresh();
  for (let i = 0; i < 5; i += 1) one.refresh();
  expect(asked).toHaveLength(1);
  asked[0]?.resolve([{ id: 'a', rev: 1 }]);
  await settle();
  expect(asked).toHaveLength(2);
  asked[1]?.resolve([{ id: 'a', rev: 2 }]);
  await settle();
  expect(asked).toHaveLength(2);
  expect([one.rows, changes()]).toEqual([[{ id: 'a', rev: 2 }], 2]);
});

test('a reading that fails is tried again, and nobody loses what they have', async () => {
  const { view: one, asked, troubles, changes } = view();
  one.refresh();
  asked[0]?.resolve([{ id: 'a', rev: 1 }]);
  await settle();
  one.refresh();
  asked[1]?.reject(new Error('away'));
  await settle();
  expect([one.rows, troubles.length]).toEqual([[{ id: 'a', rev: 1 }], 1]);
  await vi.advanceTimersByTimeAsync(1000);
  asked[2]?.resolve([{ id: 'b', rev: 1 }]);
  await settle();
  expect([one.rows, changes()]).toEqual([[{ id: 'b', rev: 1 }], 2]);
});

test('the same answer again is no news', async () => {
  const { view: one, asked, changes } = view();
  one.refresh();
  asked[0]?.resolve([]);
  await settle();
  one.refresh();
  asked[1]?.resolve([]);
  await settle();
  expect(changes()).toBe(1);
});
