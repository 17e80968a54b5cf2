import { expect, test } from 'vitest';
import { saidCounts, saidOf } from './said-message.ts';

const said = (files: readonly string[]) =>
  files.map((file) => file.replace(/^.*\/(?:mailbox\/|digits\/)?/, '').replace(/\.(de|en)\.wav$/, '')).join(' ');

test.each([
  [0, 0, 'no-messages'],
  [1, 0, 'you-have new-one'],
  [3, 1, 'you-have number-3 new-many and kept-one'],
  [0, 12, 'you-have no-new and number-12 kept-many'],
])('%d new and %d heard ones are %j', (fresh, heard, words) => {
  expect(said(saidCounts({ fresh, heard }, 'de'))).toBe(words);
});

const now = new Date('2026-11-30T13:00:00Z');
test.each([
  ['2026-11-30T08:05:00Z', 'today at hour-9 number-5', 'today at number-9 oh number-5 am'],
  ['2026-11-29T22:59:00Z', 'yesterday at hour-23 number-59', 'yesterday at number-11 number-59 pm'],
  // In Berlin it is the next day already.
  ['2026-11-28T23:30:00Z', 'yesterday at hour-0 number-30', 'yesterday at number-12 number-30 am'],
  ['2026-11-26T11:00:00Z', 'weekday-4 at hour-12', 'weekday-4 at number-12 pm'],
  ['2026-03-03T13:00:00Z', 'day-3 month-3 at hour-14', 'month-3 day-3 at number-2 pm'],
  // The clock of the server may be behind that of the database.
  ['2026-12-01T13:00:00Z', 'day-1 month-12 at hour-14', 'month-12 day-1 at number-2 pm'],
])('%s is said in both languages', (at, german, english) => {
  const message = { number: '11', at: new Date(at), timeZone: 'Europe/Berlin' };
  expect(said(saidOf(message, now, 'de'))).toBe(`from digit-1 digit-1 ${german}`);
  expect(said(saidOf(message, now, 'en'))).toBe(`from digit-1 digit-1 ${english}`);
});

test('digits of a number are said and nothing else of it, and a hidden one is hidden', () => {
  const of = (number: string | null) => said(saidOf({ number, at: now, timeZone: 'UTC' }, now, 'en'));
  expect(of('+49 30/55')).toMatch(/^from digit-4 digit-9 digit-3 digit-0 digit-5 digit-5 today/);
  expect(of('9'.repeat(40)).match(/digit-9/g)).toHaveLength(15);
  for (const nobody of [null, '', 'anonymous']) expect(of(nobody)).toMatch(/^from-hidden today/);
});
