import { beforeEach, expect, test, vi } from 'vitest';
import { keepAwake, letSleep } from './keep-awake.ts';
import { startTone } from './tones.ts';

vi.mock('./tones.ts', () => ({ startTone: vi.fn(() => stop) }));
const stop = vi.fn();

beforeEach(() => vi.clearAllMocks());

test('CONST-065: silence plays as long as a call runs, once for all of them', () => {
  keepAwake('one');
  keepAwake('two');
  keepAwake('two');
  expect(vi.mocked(startTone).mock.calls.map(([tone]) => tone)).toEqual(['silence']);
  letSleep('one');
  letSleep('nobody');
  expect(stop).not.toHaveBeenCalled();
  letSleep('two');
  expect(stop).toHaveBeenCalledTimes(1);
  letSleep('two');
  expect(stop).toHaveBeenCalledTimes(1);
});
