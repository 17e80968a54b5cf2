import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followWriting } from './writing.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A window with a field in which someone is. */
function field() {
  const window = new EventTarget();
  const place = { isField: true };
  const writing = followWriting(window, () => place.isField);
  let isOver = false;
  return {
    place,
    type: () => window.dispatchEvent(new Event('input')),
    waits: () => void writing.over().then(() => (isOver = true)),
    after: async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      return isOver;
    },
    stop: writing.stop,
  };
}

test('nobody waits where nothing was written', async () => {
  const one = field();
  one.waits();
  expect(await one.after(0)).toBe(true);
});

test('what opens by itself waits for a pause in writing', async () => {
  const one = field();
  one.type();
  one.waits();
  expect(await one.after(1_500)).toBe(false);
  one.type();
  expect(await one.after(1_500)).toBe(false);
  expect(await one.after(1_000)).toBe(true);
});

test('it waits no longer than until the field is left', async () => {
  const one = field();
  one.type();
  one.waits();
  one.place.isField = false;
  expect(await one.after(400)).toBe(true);
});

test('after it was stopped nothing counts as writing', async () => {
  const one = field();
  one.stop();
  one.type();
  one.waits();
  expect(await one.after(0)).toBe(true);
});
