import { setImmediate as later } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { followed } from './followed.ts';

/** A feed that tells what a test says, and readings that end when the test says so. */
function scene() {
  const changes = new Set<(topics: readonly string[]) => void>();
  const gaps = new Set<() => void>();
  const readings: { resolve(value: string): void; reject(error: Error): void }[] = [];
  const troubles: unknown[] = [];
  const listening = <L>(all: Set<L>, one: L) => {
    all.add(one);
    return () => void all.delete(one);
  };
  const opened = followed<string>({
    feed: { onChange: (one) => listening(changes, one), onGap: (one) => listening(gaps, one) },
    touches: ['accounts:id:'],
    read: () => new Promise((resolve, reject) => readings.push({ resolve, reject })),
    onTrouble: (error) => troubles.push(error),
  });
  return {
    opened,
    readings,
    troubles,
    listeners: () => changes.size + gaps.size,
    async change(...topics: string[]) {
      for (const hear of changes) hear(topics);
      await later();
    },
    async gap() {
      for (const hear of gaps) hear();
      await later();
    },
    async ends(at: number, value: string | Error) {
      if (typeof value === 'string') readings[at]?.resolve(value);
      else readings[at]?.reject(value);
      await later();
    },
  };
}

test('a change while it is read for the first time is not missed', async () => {
  const { opened, readings, change, ends } = scene();
  await change('accounts:id:s1');
  await ends(0, 'before');
  const { now } = await opened;
  expect([now(), readings.length]).toEqual(['before', 2]);
  await ends(1, 'after');
  expect(now()).toBe('after');
});

test('readings come one after the other, however many changes there are', async () => {
  const { opened, readings, change, gap, ends } = scene();
  await ends(0, 'first');
  const { now, read } = await opened;
  await change('users:id:w1');
  expect(readings).toHaveLength(1);
  await change('users:id:w1', 'accounts:id:s1');
  await gap();
  await change();
  read();
  expect(readings).toHaveLength(2);
  await ends(1, 'second');
  expect([now(), readings.length]).toEqual(['second', 3]);
  await ends(2, 'third');
  expect([now(), readings.length]).toEqual(['third', 3]);
});

test('a reading that fails is told and keeps what there is, and the next change reads it again', async () => {
  const { opened, readings, troubles, change, ends } = scene();
  await ends(0, 'first');
  const { now, stop } = await opened;
  await change('accounts:id:s1');
  await ends(1, new Error('gone'));
  expect([now(), troubles.length]).toEqual(['first', 1]);
  await change('accounts:id:s1');
  await ends(2, 'second');
  expect(now()).toBe('second');
  stop();
  await change('accounts:id:s1');
  expect(readings).toHaveLength(3);
});

test('what cannot be read at first rejects, and nothing goes on listening', async () => {
  const { opened, listeners, ends } = scene();
  const failed = expect(opened).rejects.toThrow('gone');
  await ends(0, new Error('gone'));
  await failed;
  expect(listeners()).toBe(0);
});
