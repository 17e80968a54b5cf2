import { afterEach, expect, test, vi } from 'vitest';
import { afterReading } from './ContactsComing.tsx';

vi.mock('#live/queries/live.ts', () => ({ useLive: () => ({ rows: [] }) }));
afterEach(() => vi.useRealTimers());

test('SCONTACT-019: the words about loading contacts collapse after four seconds, once', () => {
  vi.useFakeTimers();
  const collapse = vi.fn();
  afterReading(collapse);
  const stop = afterReading(() => expect.unreachable('it was left'));
  stop();
  vi.advanceTimersByTime(3_999);
  expect(collapse).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(collapse).toHaveBeenCalledTimes(1);
});
