import { expect, test } from 'vitest';
import { isSameSound, placeOf, type SoundKey } from './sound.ts';

const key: SoundKey = { channelId: 'c1', docId: 'pbx-1', kind: 'manual' };

test('a sound has an address where its channel and its call are known', () => {
  expect(placeOf(key)).toEqual({ channelId: 'c1', docId: 'pbx-1' });
  expect(() => placeOf({ ...key, channelId: '' })).toThrow('without its channel');
  expect(() => placeOf({ ...key, docId: '' })).toThrow('without its call');
  expect(() => placeOf({ ...key, docId: undefined as unknown as string })).toThrow('without its call');
});

test.each([
  [key, { ...key }, true],
  [key, { ...key, channelId: 'c2' }, false],
  [key, { ...key, docId: 'pbx-2' }, false],
  [key, { ...key, kind: 'automatic' as const }, false],
  [key, null, false],
  [undefined, undefined, false],
])('%o and %o are the same: %s', (one, other, same) => {
  expect(isSameSound(one, other)).toBe(same);
});
