import { expect, test } from 'vitest';
import { busyFor } from './busy-for.ts';

const inSeconds = (seconds: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + seconds * 1000).toUTCString();

test('a moment is read by the clock of the server that names it, however far off that is', () => {
  const hour = 3600;
  const headers = new Headers({ date: inSeconds(-hour), 'retry-after': inSeconds(90 - hour) });
  expect(busyFor(429, headers)).toBe(90);
  headers.delete('date');
  expect(busyFor(429, headers)).toBe(0);
  expect(busyFor(503, new Headers({ date: inSeconds(hour), 'retry-after': '7' }))).toBe(7);
  expect(busyFor(429, new Headers({ date: 'soon', 'retry-after': '7' }))).toBe(7);
});

test('only who is busy is left alone', () => {
  expect(busyFor(500, new Headers({ 'retry-after': '7' }))).toBeNull();
  expect(busyFor(429, new Headers())).toBeNull();
  expect(busyFor(429, null)).toBeNull();
});
