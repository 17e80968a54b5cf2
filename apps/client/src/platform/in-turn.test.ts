import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

test('an order about the same thing waits for the one before, and gets its result', async () => {
  const turns = inTurn<string>();
  const added = Promise.withResolvers<string>();
  const heard: (string | null)[] = [];
  const add = turns.run('wolff', () => added.promise);
  const remove = turns.run('wolff', async (before) => {
    heard.push(before);
    return 'removed';
  });
  const other = await turns.run('kolbe', async (before) => `${before}`);
  expect([other, heard]).toEqual(['null', []]);
  added.resolve('favorite 1');
  expect([await add, await remove]).toEqual(['favorite 1', 'removed']);
  expect(heard).toEqual(['favorite 1']);
});

test('an order after a failed one runs nevertheless, and gets no result', async () => {
  const turns = inTurn<string>();
  const add = turns.run('wolff', async () => {
    throw new Error('full');
  });
  const remove = turns.run('wolff', async (before) => `${before}`);
  await expect(add).rejects.toThrow('full');
  expect(await remove).toBe('null');
});

test('only the last order about a thing is the last, until it is forgotten', async () => {
  const turns = inTurn<string>();
  const first = turns.run('wolff', async () => 'first');
  const second = turns.run('wolff', async () => 'second');
  await second;
  expect([turns.isLast('wolff', first), turns.isLast('wolff', second)]).toEqual([false, true]);
  turns.forget('wolff');
  expect(turns.isLast('wolff', second)).toBe(false);
  expect(await turns.run('wolff', async (before) => `${before}`)).toBe('null');
});
