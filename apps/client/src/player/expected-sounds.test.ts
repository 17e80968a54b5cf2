import { expect, test } from 'vitest';
import { expectedSounds } from './expected-sounds.ts';
import type { SoundKey } from './sound.ts';

const key = (docId: string, kind: SoundKey['kind'] = 'automatic'): SoundKey => ({ channelId: 'c1', docId, kind });

test('a sound that is forgotten on its way is no longer wanted, and another one still is', () => {
  const sounds = expectedSounds();
  sounds.adopt('w1');
  const [a, b, c] = [sounds.expect(key('a')), sounds.expect(key('a', 'manual')), sounds.expect(key('a'))];
  sounds.forget([key('a')]);
  expect([a.wanted, b.wanted, c.wanted]).toEqual([false, true, false]);
  expect(sounds.keys()).toEqual([key('a', 'manual')]);
  // A later request does not count.
  expect(sounds.expect(key('a')).wanted).toBe(true);
  sounds.forget();
  expect(sounds.keys()).toEqual([]);
});

test('a sound asked for before the sign-out is not wanted, not even after the next sign-in', () => {
  const sounds = expectedSounds();
  sounds.adopt('w1');
  const [other, same] = [sounds.expect(key('a')), sounds.expect(key('b'))];
  sounds.adopt('w1');
  expect([other.wanted, same.wanted]).toEqual([true, true]);
  sounds.adopt('w2');
  expect(other.wanted).toBe(false);
  sounds.adopt('w1');
  expect([other.wanted, same.wanted]).toEqual([false, false]);
  sounds.adopt(null);
  expect(sounds.expect(key('c')).wanted).toBe(false);
});

test('a sound that has arrived is no longer on its way', () => {
  const sounds = expectedSounds();
  sounds.adopt('w1');
  const first = sounds.expect(key('a'));
  sounds.expect(key('b'));
  sounds.end(first);
  expect(sounds.keys()).toEqual([key('b')]);
});
