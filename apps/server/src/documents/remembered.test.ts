import { expect, test } from 'vitest';
import { remembered } from './remembered.ts';

/** A feed that says what the test says, and readings that are counted. */
function feedOf() {
  const changes: ((topics: readonly string[]) => void)[] = [];
  const gaps: (() => void)[] = [];
  return {
    feed: {
      onChange(listener: (topics: readonly string[]) => void) {
        changes.push(listener);
        return () => {};
      },
      onGap(listener: () => void) {
        gaps.push(listener);
        return () => {};
      },
    },
    tell: (...topics: string[]) => changes.forEach((listener) => void listener(topics)),
    lose: () => gaps.forEach((listener) => void listener()),
  };
}

test('a key is read once until something changes that it rests on', async () => {
  const { feed, tell, lose } = feedOf();
  const readings: string[] = [];
  const of = remembered(feed, ['accounts id='], async (key) => readings.push(key));
  const ask = async () => await Promise.all([of('one'), of('one'), of('two')]);
  await ask();
  await ask();
  expect(readings).toEqual(['one', 'two']);
  tell('accounts id=two', 'users id=one');
  await ask();
  expect(readings).toEqual(['one', 'two', 'two']);
  tell();
  await ask();
  lose();
  await ask();
  expect(readings.slice(3)).toEqual(['one', 'two', 'one', 'two']);
});

test('what does not last is read again the next time', async () => {
  const readings: string[] = [];
  const read = async (key: string) => readings.push(key);
  const of = remembered(feedOf().feed, [], read, (count) => count > 1);
  expect([await of('one'), await of('one'), await of('one')]).toEqual([1, 2, 2]);
});

test('a change during a reading makes it old, and a failure is not remembered', async () => {
  const { feed, tell } = feedOf();
  let answer = Promise.withResolvers<string>();
  const of = remembered(feed, ['accounts id='], () => answer.promise);
  const first = of('one');
  tell('accounts id=one');
  answer.resolve('old');
  expect(await first).toBe('old');
  answer = Promise.withResolvers();
  answer.reject(new Error('away'));
  await expect(of('one')).rejects.toThrow('away');
  answer = Promise.withResolvers();
  answer.resolve('new');
  expect(await of('one')).toBe('new');
});
