import { expect, test } from 'vitest';
import { awake, clockAwake } from './awake.ts';

/** A process whose time a test moves, and what it is sure of. */
function someProcess() {
  let now = 0;
  const sure: PromiseWithResolvers<void>[] = [];
  const ask = (): Promise<void> => {
    const asked = Promise.withResolvers<void>();
    sure.push(asked);
    return asked.promise;
  };
  const whenAwake = awake(ask, { now: () => now, every: () => () => undefined });
  const done: string[] = [];
  return {
    sure,
    whenAwake,
    done,
    pass(ms: number) {
      now += ms;
    },
    does: (what: string) => whenAwake(() => done.push(what)),
  };
}

test('a process that was frozen does nothing until it is sure of its node, and then everything in its order', async () => {
  const { pass, sure, done, does } = someProcess();
  does('before');
  pass(2_000);
  does('in time');
  pass(20_000);
  does('a timer that was long due');
  pass(1);
  does('a message');
  expect(done).toEqual(['before', 'in time']);
  expect(sure).toHaveLength(1);
  sure[0]?.resolve();
  await sure[0]?.promise;
  expect(done).toEqual(['before', 'in time', 'a timer that was long due', 'a message']);
  does('after');
  expect(done.at(-1)).toBe('after');
});

test('where the database is away it goes on, as nobody else can take the node either', async () => {
  const { pass, sure, done, does } = someProcess();
  pass(20_000);
  does('something');
  sure[0]?.reject(new Error('away'));
  await sure[0]?.promise.catch(() => undefined);
  await Promise.resolve();
  expect(done).toEqual(['something']);
});

test('a database that says nothing holds nothing up for longer than ten seconds in which it could have answered', async () => {
  const { pass, sure, done, does } = someProcess();
  pass(20_000);
  does('due');
  pass(60_000);
  does('after a second standstill');
  for (let second = 1; second < 10; second += 1) {
    pass(1_000);
    does(`${second}`);
  }
  expect(done).toEqual([]);
  pass(1_000);
  does('last');
  expect(done).toEqual(['due', 'after a second standstill', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'last']);
  pass(20_000);
  does('held again');
  sure[0]?.resolve();
  await sure[0]?.promise;
  expect(done.at(-1)).toBe('last');
  sure[1]?.resolve();
  await sure[1]?.promise;
  expect(done.at(-1)).toBe('held again');
});

test('where another has the node it does nothing until it ends', async () => {
  const { pass, done, does } = someProcess();
  pass(-20_000);
  does('something');
  await Promise.resolve();
  expect(done).toEqual([]);
});

test('a timer that is cancelled while it waits does not run', async () => {
  const { pass, sure, whenAwake, done } = someProcess();
  const kept: (() => void)[] = [];
  const after = (_: number, task: () => void) => {
    kept.push(task);
    return () => undefined;
  };
  const own = clockAwake({ after }, whenAwake);
  const cancel = own.after(1_000, () => done.push('cancelled'));
  own.after(1_000, () => done.push('due'));
  pass(20_000);
  for (const task of kept) task();
  cancel();
  sure[0]?.resolve();
  await sure[0]?.promise;
  expect(done).toEqual(['due']);
});
