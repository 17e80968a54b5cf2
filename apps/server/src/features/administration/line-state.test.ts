import type { TrunkState } from '@sidetone/contract/entities/trunk.ts';
import { expect, test } from 'vitest';
import { lineState } from './line-state.ts';

test.each<[TrunkState[], boolean, ReturnType<typeof lineState>]>([
  [[], true, 'open'],
  [['registered'], true, 'done'],
  [['reachable'], true, 'done'],
  [['registered'], false, 'waiting'],
  [['failing'], true, 'failed'],
  [['off'], true, 'waiting'],
  [['trying'], true, 'waiting'],
  [['off', 'failing'], true, 'failed'],
  [['failing', 'registered'], true, 'done'],
])('trunks %j, numbers %s: the line is %s', (trunks, hasNumbers, state) => {
  expect(lineState(trunks, hasNumbers)).toBe(state);
});
