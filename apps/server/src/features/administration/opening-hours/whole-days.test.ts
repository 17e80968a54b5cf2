import { expect, test } from 'vitest';
import { wholeDays } from './whole-days.ts';

const span = (date: string, start: string, end: string) =>
  wholeDays({ date, start: new Date(`${start}Z`), end: new Date(`${end}Z`) });

test('a holiday has its whole days', () => {
  expect(span('2026-06-04 00:00:00', '2026-06-04T00:00', '2026-06-05T00:00')).toEqual({
    from: '2026-06-04',
    until: '2026-06-04',
  });
  expect(span('2026-12-30 00:00:00', '2026-12-30T00:00', '2027-01-02T00:00')).toEqual({
    from: '2026-12-30',
    until: '2027-01-01',
  });
});

test('one that begins at sunset has those of its own date', () => {
  expect(span('2026-03-20 00:00:00 -0600', '2026-03-19T18:00', '2026-03-23T12:00')).toEqual({
    from: '2026-03-20',
    until: '2026-03-22',
  });
});

test('half a day is none', () => {
  expect(span('2026-03-08 12:00:00', '2026-03-08T12:00', '2026-03-09T00:00')).toBeNull();
  expect(span('2026-12-24 00:00:00', '2026-12-24T00:00', '2026-12-24T12:00')).toBeNull();
});
