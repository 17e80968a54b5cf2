import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MediaFact } from '../media.ts';
import { Orphans } from './orphans.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const recorded: MediaFact = { type: 'recorded', endpointId: 'b', recordingId: 'r', path: '/r.wav', durationMs: 20 };

function orphans() {
  const closed: string[] = [];
  return { closed, it: new Orphans((endpointId) => closed.push(endpointId)) };
}

test('those whom nobody adopts are closed after a minute, not before', () => {
  const { closed, it } = orphans();
  it.leave(['a', 'b']);
  vi.advanceTimersByTime(59_999);
  expect([closed, it.has('a'), it.has('c')]).toEqual([[], true, false]);
  vi.advanceTimersByTime(1);
  expect([closed, it.has('a')]).toEqual([['a', 'b'], false]);
});

test('adopted in time they live on, and signalling that is lost again gives them a new minute', () => {
  const { closed, it } = orphans();
  it.leave(['a']);
  vi.advanceTimersByTime(50_000);
  it.leave(['a']);
  vi.advanceTimersByTime(50_000);
  expect(closed).toEqual([]);
  it.end(new Set(['a']));
  vi.advanceTimersByTime(100_000);
  expect([closed, it.has('a')]).toEqual([[], false]);
});

test('what was missed is told once: recordings always, the rest of who lives, digits never', () => {
  const { it } = orphans();
  it.leave(['a', 'b']);
  it.keep({ type: 'connected', endpointId: 'a' });
  it.keep({ type: 'played', endpointId: 'b' });
  it.keep({ type: 'dtmf', endpointId: 'a', digit: '1', durationMs: 100 });
  it.keep(recorded);
  expect(it.end(new Set(['a']))).toEqual([{ type: 'connected', endpointId: 'a' }, recorded]);
  expect(it.end(new Set(['a']))).toEqual([]);
});
