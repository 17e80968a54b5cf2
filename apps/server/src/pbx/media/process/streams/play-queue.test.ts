import { beforeEach, expect, test } from 'vitest';
import { PlayQueue } from './play-queue.ts';

let heard: string[];
let queue: PlayQueue;
let now: number;

beforeEach(() => {
  heard = [];
  queue = new PlayQueue((name) => heard.push(name));
  now = 1000;
});

const audio = (ms: number, byte = 1) => new Uint8Array(ms * 8).fill(byte);
/** So many frames of 20 ms, each by the byte it begins with; null where there was none. */
const play = (frames: number): (number | null)[] =>
  Array.from({ length: frames }, () => {
    now += 20;
    return queue.next(now)?.[0] ?? null;
  });

test('what was added comes in frames, whatever pieces it came in, and then there is nothing', () => {
  for (let i = 0; i < 5; i++) queue.add(new Uint8Array(128).fill(i), now);
  const frames = [1, 2, 3, 4, 5].map(() => queue.next(now));
  expect(frames.map((frame) => frame?.[0])).toEqual([0, 1, 2, 3, undefined]);
  expect(Array.from(frames[0] ?? []).slice(126, 130)).toEqual([0, 0, 1, 1]);
  expect(play(2)).toEqual([null, null]);
});

test('the last frame is filled up with silence', () => {
  queue.add(audio(65), now);
  play(3);
  const last = queue.next(now);
  expect([last?.[39], last?.[40], last?.length]).toEqual([1, 0xff, 160]);
});

test('a little waits for more before it is played, but not for long', () => {
  queue.add(audio(20), now);
  expect(play(2)).toEqual([null, null]);
  queue.add(audio(40), now);
  expect(play(4)).toEqual([1, 1, 1, null]);
  queue.add(audio(20, 2), now);
  expect(play(4)).toEqual([null, null, 2, null]);
});

test('a mark comes back once everything before it was played, and immediately where nothing was', () => {
  queue.mark('early');
  expect(heard).toEqual(['early']);
  queue.add(audio(60), now);
  queue.mark('middle');
  queue.add(audio(20), now);
  queue.mark('end');
  queue.mark('very end');
  play(3);
  expect(heard).toEqual(['early']);
  play(1);
  expect(heard).toEqual(['early', 'middle']);
  expect(queue.isEmpty).toBe(false);
  play(1);
  expect(heard).toEqual(['early', 'middle', 'end', 'very end']);
  expect(queue.isEmpty).toBe(true);
});

test('clearing leaves nothing to be played and gives every mark back, in order', () => {
  queue.add(audio(400), now);
  queue.mark('a');
  queue.add(audio(400), now);
  queue.mark('b');
  play(2);
  queue.clear();
  expect(heard).toEqual(['a', 'b']);
  expect(play(2)).toEqual([null, null]);
  queue.add(audio(100, 7), now);
  expect(play(1)).toEqual([7]);
});

test('two minutes may wait and not a byte more; what was played makes room', () => {
  expect(queue.add(audio(120_000), now)).toBe(true);
  expect(queue.add(Uint8Array.of(1), now)).toBe(false);
  play(1);
  expect(queue.add(audio(20), now)).toBe(true);
  expect(queue.add(Uint8Array.of(1), now)).toBe(false);
});

test('a thousand marks may wait', () => {
  queue.add(audio(100), now);
  for (let i = 0; i < 1000; i++) expect(queue.mark(`m${i}`)).toBe(true);
  expect(queue.mark('one more')).toBe(false);
});
