import { expect, test } from 'vitest';
import { headsetOptions, isHeadsetConnected } from './headset-options.ts';

const words = { all: 'All', gone: 'Gone' };
const one = { key: '1:1', name: 'H650' };

test('SAUDIO-005: every connected headset can be chosen, and a chosen one that is gone stays in the list', () => {
  expect(headsetOptions([one], null, words)).toEqual([
    { value: '', label: 'All' },
    { value: '1:1', label: 'H650' },
  ]);
  expect(headsetOptions([one], '1:1', words)).toHaveLength(2);
  expect(headsetOptions([one], '2:2', words).at(-1)).toEqual({ value: '2:2', label: 'Gone' });
});

test('a headset counts as connected when the chosen one is, or any where none was chosen', () => {
  expect(isHeadsetConnected([], null)).toBe(false);
  expect(isHeadsetConnected([one], null)).toBe(true);
  expect(isHeadsetConnected([one], '1:1')).toBe(true);
  expect(isHeadsetConnected([one], '2:2')).toBe(false);
});
