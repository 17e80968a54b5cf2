import { expect, test } from 'vitest';
import { keyWays } from './key-ways.ts';
import type { RunningCall } from './running-call.ts';

const open = () => {
  const clock = { ms: 1000 };
  const call = {} as RunningCall;
  const ways = keyWays({ now: () => new Date(clock.ms) });
  return {
    clock,
    byInfo: (digit: string, leg = 'caller') => ways.byInfo(call, leg, digit),
    inAudio: (digit: string, leg = 'caller') => ways.inAudio(call, leg, digit),
  };
};

test('a leg that never sends INFO is heard by its audio', () => {
  const { inAudio } = open();
  expect([inAudio('1'), inAudio('1'), inAudio('2')]).toEqual([true, true, true]);
});

test('of a leg that sends keys both ways each counts once, the first as well, whichever way is faster', () => {
  const slow = open();
  expect([slow.byInfo('1'), slow.inAudio('1'), slow.byInfo('1'), slow.inAudio('1')]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  const fast = open();
  expect(fast.inAudio('1')).toBe(true);
  fast.clock.ms += 100;
  expect([fast.byInfo('1'), fast.inAudio('2'), fast.byInfo('2')]).toEqual([false, false, true]);
});

test('another key, a later one and that of another leg are no copies', () => {
  const { clock, byInfo, inAudio } = open();
  expect([inAudio('1'), byInfo('2')]).toEqual([true, true]);
  expect([inAudio('5', 'far'), inAudio('1', 'far')]).toEqual([true, true]);
  clock.ms += 500;
  expect(byInfo('1', 'far')).toBe(true);
});
