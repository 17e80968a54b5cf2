import { expect, test } from 'vitest';
import { type Attempt, pinGuard } from './pin-guard.ts';

const minute = 60_000;
const guessing = (caller: string | null, more: Partial<Attempt> = {}): Attempt => ({
  roomId: 'r',
  caller,
  isOurs: false,
  ...more,
});

test('a caller may mistype, then waits longer with each wrong PIN, and in the end none of theirs is checked', () => {
  const guard = pinGuard(() => 0);
  const anna = guessing('+49301', { isOurs: true });
  const waits: (number | null)[] = [];
  for (let count = 0; count < 13; count += 1) {
    waits.push(guard.tried(anna));
  }
  expect(waits).toEqual([0, 0, 0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000, null]);
  // Another one of the company has nothing to do with it.
  expect(guard.tried(guessing('+49302', { isOurs: true }))).toBe(0);
});

test('many lines that guess at one room are answered one after the other, and colleagues are not', () => {
  const guard = pinGuard(() => 0);
  const first = Array.from({ length: 11 }, (_, index) => guard.tried(guessing(`+4930${index}`)));
  expect(first.slice(9)).toEqual([0, 1000]);
  const waits = Array.from({ length: 7 }, (_, index) => guard.tried(guessing(`+4940${index}`)));
  expect(waits).toEqual([3000, 7000, 15_000, 30_000, 45_000, 60_000, null]);
  expect(guard.tried(guessing('wben', { isOurs: true }))).toBe(0);
  expect(guard.tried(guessing('+49301', { roomId: 'another' }))).toBe(0);
});

test('an hour without a wrong PIN is forgotten, and callers without a number count together for a room', () => {
  let now = 0;
  const guard = pinGuard(() => now);
  for (let count = 0; count < 12; count += 1) {
    guard.tried(guessing(null));
    now += minute;
  }
  expect(guard.tried(guessing(null))).toBeNull();
  expect(guard.tried(guessing(null, { roomId: 'another' }))).toBe(0);
  now += 61 * minute;
  expect(guard.tried(guessing(null))).toBe(0);
});

test('calls at the same time are counted before they are answered, and right ones are taken back', () => {
  const guard = pinGuard(() => 0);
  const anna = guessing('wanna', { isOurs: true });
  const atOnce = Array.from({ length: 14 }, () => guard.tried(anna));
  expect(atOnce.filter((wait) => wait !== null)).toHaveLength(12);
  guard.succeeded(anna);
  expect(guard.tried(anna)).toBe(30_000);
  const cleo = guessing('+49303');
  for (let count = 0; count < 20; count += 1) {
    expect(guard.tried(cleo)).toBe(0);
    guard.succeeded(cleo);
  }
});
