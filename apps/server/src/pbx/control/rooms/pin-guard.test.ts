import { expect, test } from 'vitest';
import { type Attempt, pinGuard } from './pin-guard.ts';

const minute = 60_000;
const guessing = (caller: string | null, more: Partial<Attempt> = {}): Attempt => ({
  roomId: 'r',
  caller,
  isOurs: false,
  ...more,
});

test('a caller may mistype, then waits longer with each wrong PIN, and is looked at no longer', () => {
  const guard = pinGuard(() => 0);
  const anna = guessing('+49301', { isOurs: true });
  const waits: (number | null)[] = [];
  for (let count = 0; count < 13; count += 1) {
    waits.push(guard.waitMs(anna));
    guard.failed(anna);
  }
  expect(waits).toEqual([0, 0, 0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000, null]);
  // Another one of the company has nothing to do with it.
  expect(guard.waitMs(guessing('+49302', { isOurs: true }))).toBe(0);
});

test('many lines that guess at one room are answered one after the other, and colleagues are not', () => {
  const guard = pinGuard(() => 0);
  for (let count = 0; count < 14; count += 1) guard.failed(guessing(`+4930${count}`));
  const waits = Array.from({ length: 5 }, (_, index) => guard.waitMs(guessing(`+4940${index}`)));
  expect(waits).toEqual([15_000, 30_000, 45_000, 60_000, null]);
  expect(guard.waitMs(guessing('wben', { isOurs: true }))).toBe(0);
  expect(guard.waitMs(guessing('+49301', { roomId: 'another' }))).toBe(0);
});

test('an hour without a wrong PIN is forgotten, and callers without a number count together for a room', () => {
  let now = 0;
  const guard = pinGuard(() => now);
  for (let count = 0; count < 12; count += 1) guard.failed(guessing(null));
  expect(guard.waitMs(guessing(null))).toBeNull();
  expect(guard.waitMs(guessing(null, { roomId: 'another' }))).toBe(0);
  now = 61 * minute;
  expect(guard.waitMs(guessing(null))).toBe(0);
});
