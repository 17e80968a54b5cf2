import { expect, test } from 'vitest';
import { busyBoard } from './busy-board.ts';

test('users are what all their calls come to, and are named only where that changes', () => {
  const board = busyBoard();
  const heard: string[] = [];
  const stop = board.onChange((userIds) => heard.push(userIds.join(' ')));
  board.show(
    'one',
    new Map([
      ['anna', 'IN_CALL'],
      ['ben', 'RINGING'],
    ]),
  );
  expect([board.of('anna'), board.of('ben'), board.of('cleo')]).toEqual(['IN_CALL', 'RINGING', undefined]);
  // A second call rings a user who talks: nothing changes.
  board.show('two', new Map([['anna', 'RINGING']]));
  board.show(
    'one',
    new Map([
      ['anna', 'IN_CALL'],
      ['ben', 'IN_CALL'],
    ]),
  );
  expect(heard).toEqual(['anna ben', 'ben']);
  board.show('one', new Map());
  expect([board.of('anna'), board.of('ben')]).toEqual(['RINGING', undefined]);
  board.show('two', new Map());
  expect(board.of('anna')).toBeUndefined();
  expect(heard).toEqual(['anna ben', 'ben', 'anna ben', 'anna']);
  stop();
  board.show('three', new Map([['anna', 'IN_CALL']]));
  expect(heard).toHaveLength(4);
});
