import { expect, test } from 'vitest';
import type { Sound, SoundKey, SoundKind } from './sound.ts';
import type { KeptSound } from './sound-cache.ts';
import { soundFiles } from './sound-files.ts';

const end = Date.parse('2026-11-20T10:00:00Z');
const minutes = 60_000;

/** A device with an empty cache, and a server that counts how often it is asked. */
function device({ offline = false } = {}) {
  const kept = new Map<string, KeptSound>();
  const asked: SoundKey[] = [];
  let clock = end;
  const id = (key: SoundKey) => Object.values(key).join('/');
  const files = soundFiles({
    cache: {
      read: async (key) => kept.get(id(key)) ?? null,
      async keepLoaded(key, load) {
        const sound = await load();
        kept.set(id(key), sound);
        return sound;
      },
      forget: async (keys) => keys?.forEach((key) => void kept.delete(id(key))),
    },
    async fetch(key) {
      asked.push(key);
      if (offline) throw new Error('offline');
      return new ArrayBuffer(asked.length);
    },
    now: () => clock,
  });
  return {
    kept,
    asked,
    later: (ms: number) => {
      clock = end + ms;
    },
    read: (kind: SoundKind, more: Partial<Sound> = {}) =>
      files.read({
        key: { channelId: 'c1', docId: 'pbx-1', kind },
        duration: 10,
        callEndedAt: new Date(end).toISOString(),
        ...more,
      }),
  };
}

test.each(['manual', 'automatic', 'voicemail'] as const)('a sound that is %s is fetched once', async (kind) => {
  const { read, asked, later } = device();
  await read(kind);
  later(30 * 24 * 60 * minutes);
  expect((await read(kind)).byteLength).toBe(1);
  expect(asked).toHaveLength(1);
});

test('a legacy recording is kept for ten minutes after its call', async () => {
  const { read, asked, later } = device();
  await read('legacy');
  later(10 * minutes);
  await read('legacy');
  expect(asked).toHaveLength(1);
});

test('after that it is fetched each time, and is not kept then', async () => {
  const { read, asked, kept, later } = device();
  await read('legacy');
  expect(kept.size).toBe(1);
  later(10 * minutes + 1);
  await read('legacy');
  await read('legacy');
  expect(asked).toHaveLength(3);
  expect(kept.size).toBe(0);
});

test('a recording that has become longer since is fetched again', async () => {
  const { read, asked } = device();
  await read('automatic', { duration: 10 });
  await read('automatic', { duration: 10.3 });
  expect(asked).toHaveLength(1);
  await read('automatic', { duration: 25 });
  expect(asked).toHaveLength(2);
  await read('automatic', { duration: 25 });
  expect(asked).toHaveLength(2);
});

test('the two recordings of one call are two', async () => {
  const { read, asked } = device();
  await read('manual');
  await read('automatic');
  expect(asked.map(({ kind }) => kind)).toEqual(['manual', 'automatic']);
});

test('a sound that the server refuses is not kept, and the failure is reported', async () => {
  const { read, kept } = device({ offline: true });
  await expect(read('manual')).rejects.toThrow('offline');
  expect(kept.size).toBe(0);
});
