import { expect, test } from 'vitest';
import {
  dayBefore,
  dayOf,
  formatDay,
  formatDuration,
  formatLongDay,
  formatLongDuration,
  formatTime,
} from './format.ts';

const morning = new Date(2026, 10, 20, 10, 42).toISOString();
const afternoon = new Date(2026, 10, 20, 17, 5).toISOString();

test('a time reads the way each language says it', () => {
  expect(formatTime(morning, 'en')).toBe('10:42 AM');
  expect(formatTime(afternoon, 'en')).toBe('5:05 PM');
  expect(formatTime(morning, 'de')).toBe('10:42 Uhr');
  expect(formatTime(afternoon, 'de')).toBe('17:05 Uhr');
});

test('a day names its year only when it is another one', () => {
  expect(formatDay('2026-11-20', 'en', 2026)).toBe('Fri 20 Nov');
  expect(formatDay('2026-11-20', 'de', 2026)).toBe('Fr., 20. Nov.');
  expect(formatDay('2025-11-20', 'en', 2026)).toBe('Thu 20 Nov 2025');
});

test('the day before is right at the ends of months and years, and for days without 24 hours', () => {
  expect(dayBefore('2026-01-01')).toBe('2025-12-31');
  expect(dayBefore('2024-03-01')).toBe('2024-02-29');
  expect(dayBefore('2026-03-30')).toBe('2026-03-29');
  expect(dayBefore('2026-10-25')).toBe('2026-10-24');
});

test('the local day of a moment has leading zeros', () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});

test.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [372, '6:12'],
  [3729, '1:02:09'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test('a length in a sentence leaves out what is zero', () => {
  expect(formatLongDuration(372)).toBe('6 min 12 s');
  expect(formatLongDuration(3600)).toBe('1 h');
  expect(formatLongDuration(0)).toBe('0 s');
});

test('a day in a sentence has its year only where that is another one', () => {
  expect(formatLongDay('2026-03-12', 'de', 2026)).toBe('12. März');
  expect(formatLongDay('2026-03-12', 'en', 2026)).toBe('12 March');
  expect(formatLongDay('2025-03-12', 'en', 2026)).toBe('12 March 2025');
});
