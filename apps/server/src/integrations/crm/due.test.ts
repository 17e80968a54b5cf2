import { expect, test } from 'vitest';
import { dueInstant } from './due.ts';

const due = (day: string, time: string | null, timeZone: string) => dueInstant({ day, time, timeZone }).toISOString();

test('a due time is meant by the clock of the user, in summer and winter', () => {
  expect(due('2026-01-15', '09:30', 'Europe/Berlin')).toBe('2026-01-15T08:30:00.000Z');
  expect(due('2026-07-15', '09:30', 'Europe/Berlin')).toBe('2026-07-15T07:30:00.000Z');
  expect(due('2026-07-15', '00:10', 'Pacific/Kiritimati')).toBe('2026-07-14T10:10:00.000Z');
  expect(due('2026-07-15', '23:50', 'America/St_Johns')).toBe('2026-07-16T02:20:00.000Z');
  expect(due('2026-07-15', '00:00', 'UTC')).toBe('2026-07-15T00:00:00.000Z');
});

test('a task without a time is due at eight in the morning', () => {
  expect(due('2026-01-15', null, 'Europe/Berlin')).toBe('2026-01-15T07:00:00.000Z');
});

test('on the days on which clocks change, times are those of the day', () => {
  // In Germany there is no 02:30 on 29 March 2026, and on 25 October it comes twice.
  expect(due('2026-03-29', '02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  expect(due('2026-03-29', '01:59', 'Europe/Berlin')).toBe('2026-03-29T00:59:00.000Z');
  expect(due('2026-03-29', '03:00', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z');
  expect(due('2026-10-25', '02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
  expect(due('2026-10-25', '01:30', 'Europe/Berlin')).toBe('2026-10-24T23:30:00.000Z');
  expect(due('2026-10-25', '03:30', 'Europe/Berlin')).toBe('2026-10-25T02:30:00.000Z');
});

test('an unknown time zone is an error', () => {
  expect(() => due('2026-01-15', '09:00', 'Mars/Olympus')).toThrow(RangeError);
});
