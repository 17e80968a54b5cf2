import { expect, test } from 'vitest';
import { type QueuedCall, queueBoard } from './queue-board.ts';

const call = (callId: string, given: Partial<QueuedCall> = {}): QueuedCall => ({
  callId,
  accountId: 'a1',
  channelId: 'service',
  docId: `pbx-${callId}`,
  number: '+4930555',
  name: null,
  calledNumber: null,
  state: 'waiting',
  userIds: [],
  since: 1000,
  rank: 1000,
  skills: [],
  ...given,
});
const idsOf = (calls: readonly QueuedCall[]) => calls.map(({ callId }) => callId);

test('callers stand in their order, and two that are the same in one that stays', () => {
  const board = queueBoard();
  board.show('c', call('c', { rank: 2000 }));
  board.show('b', call('b'));
  board.show('a', call('a'));
  board.show('first', call('first', { since: 3000, rank: -177_000 }));
  expect(idsOf(board.of('service'))).toEqual(['first', 'a', 'b', 'c']);
});

test('a call is in the channel where it is now, and in none once it is over', () => {
  const board = queueBoard();
  board.show('a', call('a'));
  board.show('a', call('a', { channelId: 'sales' }));
  expect(board.of('service')).toEqual([]);
  expect(idsOf(board.of('sales'))).toEqual(['a']);
  board.show('a', null);
  expect(board.of('sales')).toEqual([]);
});

test('those hear a change who watch its account, once, until they stop', () => {
  const board = queueBoard();
  const heard: string[] = [];
  const stop = board.onChange('a1', () => heard.push('one'));
  board.onChange('a2', () => heard.push('other'));
  board.show('a', call('a'));
  board.show('a', call('a'));
  expect(heard).toEqual(['one']);
  stop();
  board.show('a', null);
  board.show('b', call('b', { accountId: 'a2' }));
  expect(heard).toEqual(['one', 'other']);
});
