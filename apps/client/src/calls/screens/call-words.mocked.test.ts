import { beforeAll, expect, test } from 'vitest';
import { startWords } from '#i18n/language.ts';
import type { Call } from '../core/call.ts';
import { testCall } from '../core/testing/test-call.ts';
import { endedBadly, endedMark, endedMore, endedWords } from './call-words.ts';

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: {} } });
  await startWords('en');
});

const ended = (more: Partial<Call>): Call => ({ ...testCall({}), state: 'Terminated', ...more });

test.each<[Partial<Call>, string]>([
  [{ state: 'AcceptedElsewhere' }, 'Answered elsewhere'],
  [{ state: 'ContinuedElsewhere' }, 'On another device'],
  [{ state: 'TransferFailed' }, 'Transfer failed'],
  [{ state: 'Transferring' }, 'Transferring'],
  [{ state: 'Transferring', transferredTo: 'Leonie Marx' }, 'Transferring to Leonie Marx'],
  [{ state: 'Transferred' }, 'Transferred'],
  [{ state: 'Transferred', transferredTo: 'Leonie Marx' }, 'Transferred to Leonie Marx'],
  [{ reason: 'DECLINED' }, 'Declined'],
  [{ reason: 'REJECTED' }, 'Declined'],
  [{ reason: 'BUSY_HERE' }, 'Declined'],
  [{ reason: 'BUSY_EVERYWHERE' }, 'Busy'],
  [{ reason: 'CANCELLED' }, 'Cancelled'],
  [{ reason: 'NOT_FOUND' }, 'Number not found'],
  [{ reason: 'TEMPORARILY_UNAVAILABLE' }, 'Not available'],
  [{ reason: 'REQUEST_TIMEOUT' }, 'Not available'],
  [{ reason: 'PRECONDITION_FAILURE' }, 'Not available'],
  [{ reason: 'TERMINATED' }, 'Not connected'],
  [{ reason: 'HANGUP', endedBy: 'remote' }, 'Ended by the other side'],
  [{ reason: 'HANGUP', endedBy: 'user' }, 'You hung up'],
  [{ reason: null }, 'Ended by the other side'],
])('END-008 to -019: %j reads "%s"', (end, words) => {
  expect(endedWords(ended(end))).toBe(words);
});

test('the state comes before the reason', () => {
  expect(endedWords(ended({ state: 'TransferFailed', reason: 'BUSY_EVERYWHERE' }))).toBe('Transfer failed');
});

test('a failed transfer has one more sentence and looks like a failure', () => {
  const failed = ended({ state: 'TransferFailed', establishedAt: 1 });
  expect([endedMore(failed), endedBadly(failed), endedMark(failed)]).toEqual([
    'The two were not connected',
    true,
    'none',
  ]);
  const done = ended({ state: 'Transferred', establishedAt: 1 });
  expect([endedMore(done), endedBadly(done), endedMark(done)]).toEqual([null, false, 'none']);
});

test('each kind of end has its sign', () => {
  expect(endedMark(ended({ reason: 'BUSY_EVERYWHERE' }))).toBe('hungUp');
  expect(endedMark(ended({ reason: 'NOT_FOUND' }))).toBe('notFound');
  expect(endedMark(ended({ state: 'ContinuedElsewhere' }))).toBe('otherDevice');
  expect(endedMark(ended({ reason: 'HANGUP', establishedAt: 1 }))).toBe('none');
});
