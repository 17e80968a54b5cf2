import { expect, test } from 'vitest';
import { afterAnswer, afterOpening, type Booking, isAnswerWritten, isOpened } from './booking.ts';

const states: readonly Booking[] = ['unwritten', 'overdue', 'opened', 'settled'];

test.each(states)('%s: the opening write lets the caller be told, and changes nothing else', (booking) => {
  expect(isOpened(afterOpening(booking))).toBe(true);
  expect(isAnswerWritten(afterOpening(booking))).toBe(isAnswerWritten(booking));
});

test.each(states)('%s: the write of the answer lets the caller be answered, and changes nothing else', (booking) => {
  expect(isAnswerWritten(afterAnswer(booking))).toBe(true);
  expect(isOpened(afterAnswer(booking))).toBe(isOpened(booking));
});

test('nothing is written at first', () => {
  expect([isOpened('unwritten'), isAnswerWritten('unwritten')]).toEqual([false, false]);
});
