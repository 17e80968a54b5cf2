import { expect, test } from 'vitest';
import { type OngoingRow, ongoingBoard } from './ongoing-board.ts';

const row = (id: string, userId: string, more: object = {}): OngoingRow =>
  ({ id, userId, callId: 'c', body: { id: id.split(':')[0], state: 'ringing', ...more }, endedAt: null }) as never;

test('each user hears of changes of their own calls alone, and sees those by their sessions', () => {
  const board = ongoingBoard(() => 1000);
  const heard: string[] = [];
  const stop = board.onChange('wben', () => heard.push('ben'));
  board.onChange('wanna', () => heard.push('anna'));
  board.show(row('two:wben', 'wben'));
  board.show(row('one:wben', 'wben'));
  board.show(row('one:wanna', 'wanna'));
  expect(heard).toEqual(['ben', 'ben', 'anna']);
  expect(board.of('wben').map(({ id, rev }) => [id, rev])).toEqual([
    ['one', 1002],
    ['two', 1001],
  ]);
  board.forget('two:wben');
  board.forget('two:wben');
  expect(heard).toEqual(['ben', 'ben', 'anna', 'ben']);
  expect(board.of('wben').map(({ id }) => id)).toEqual(['one']);
  stop();
  board.show(row('one:wben', 'wben', { state: 'talking' }));
  expect(heard).toHaveLength(4);
  expect(board.of('wben')).toMatchObject([{ id: 'one', state: 'talking', rev: 1004 }]);
  expect(board.of('wcleo')).toEqual([]);
});

test('revisions of a later life are above those of an earlier one', () => {
  const before = ongoingBoard();
  before.show(row('one:wben', 'wben'));
  const after = ongoingBoard(() => Date.now() + 1000);
  after.show(row('one:wben', 'wben'));
  expect(after.of('wben')[0]?.rev).toBeGreaterThan(before.of('wben')[0]?.rev ?? 0);
});
