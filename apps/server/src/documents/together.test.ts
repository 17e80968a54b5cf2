import { expect, test } from 'vitest';
import { together } from './together.ts';

test('what is wanted in one moment is asked for once, and what comes while that is asked for with the next', async () => {
  const asked: string[] = [];
  const slow = Promise.withResolvers<void>();
  const ask = together(async (all: readonly string[]) => {
    asked.push(all.join());
    await slow.promise;
    return asked.length;
  });
  const first = Promise.all([ask('one'), ask('two')]);
  await new Promise((resolve) => setImmediate(resolve));
  const second = ask('three');
  slow.resolve();
  await first;
  await second;
  expect(asked).toEqual(['one,two', 'three']);
});

test('a failure is everybody’s, and the next moment asks again', async () => {
  let isAway = true;
  const ask = together(async (all: readonly string[]) => {
    if (isAway) throw new Error('away');
    return all.length;
  });
  const both = await Promise.allSettled([ask('one'), ask('two')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isAway = false;
  expect(await ask('one')).toBe(1);
});
