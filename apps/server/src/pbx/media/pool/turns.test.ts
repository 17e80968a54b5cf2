import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** A task that is done when a test says so. */
function task(name: string, log: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const begin = () => {
    log.push(name);
    return promise;
  };
  return { resolve, reject, begin };
}

test('tasks of the same endpoint run in turn, others begin immediately', async () => {
  const turns = new Turns();
  const log: string[] = [];
  const [bridge, close, other] = [task('bridge', log), task('close', log), task('other', log)];
  const bridged = turns.take(['a', 'b'], bridge.begin);
  const closed = turns.take(['b'], close.begin);
  void turns.take(['c'], other.begin);
  expect(log).toEqual(['bridge', 'other']);
  bridge.resolve();
  await bridged;
  close.resolve();
  await closed;
  expect(log).toEqual(['bridge', 'other', 'close']);
});

test('one that fails is a failure for its own caller, and holds up nobody', async () => {
  const turns = new Turns();
  const log: string[] = [];
  const [first, second] = [task('first', log), task('second', log)];
  const failed = turns.take(['a'], first.begin);
  const done = turns.take(['a'], second.begin);
  first.reject(new Error('no port'));
  await expect(failed).rejects.toThrow('no port');
  second.resolve();
  await done;
  // Nothing is left of them: the next one begins immediately.
  void turns.take(['a'], task('third', log).begin);
  expect(log).toEqual(['first', 'second', 'third']);
});
