import { expect, test } from 'vitest';
import { factBoard } from './events.ts';

test('a fact reaches its listeners until they stop, and no others', () => {
  const heard: string[] = [];
  const board = factBoard(() => {});
  const stop = board.on('registration.changed', ({ userId }) => heard.push(userId));
  board.on('call.ended', () => heard.push('call'));
  board.announce('registration.changed', { userId: 'w1' });
  stop();
  board.announce('registration.changed', { userId: 'w2' });
  expect(heard).toEqual(['w1']);
});

test('a listener that throws is reported and keeps nobody from hearing', () => {
  const failures: unknown[] = [];
  const heard: string[] = [];
  const board = factBoard((name, error) => failures.push([name, (error as Error).message]));
  board.on('registration.changed', () => {
    throw new Error('broken');
  });
  board.on('registration.changed', ({ userId }) => heard.push(userId));
  board.announce('registration.changed', { userId: 'w1' });
  expect(failures).toEqual([['registration.changed', 'broken']]);
  expect(heard).toEqual(['w1']);
});
