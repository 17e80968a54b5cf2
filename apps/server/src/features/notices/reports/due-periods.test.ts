import { expect, test } from 'vitest';
import { duePeriods } from './due-periods.ts';

test('the report of a day is due at six of the next one, and those of a server that was away for some days come late', () => {
  const at = (hour: number) => duePeriods('daily', { day: '2026-11-30', hour }, '2026-11-28').map(({ to }) => to);
  expect(at(5)).toEqual(['2026-11-28']);
  expect(at(6)).toEqual(['2026-11-29', '2026-11-28']);
  expect(duePeriods('daily', { day: '2026-11-30', hour: 6 }, '2020-01-01')).toHaveLength(7);
});

test('the report of a month is due on the morning of the first, with all of its days', () => {
  const month = (day: string, hour = 6) => duePeriods('monthly', { day, hour }, '2024-01-01')[0];
  expect(month('2026-03-01', 5)).toEqual({ from: '2026-01-01', to: '2026-01-31' });
  expect(month('2026-03-01')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(month('2024-03-31')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
  expect(month('2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
});

test('there is no report of the time before someone asked for reports, or where nobody does', () => {
  expect(duePeriods('daily', { day: '2026-11-30', hour: 12 }, '2026-11-30')).toEqual([]);
  expect(duePeriods('monthly', { day: '2026-12-01', hour: 6 }, '2026-11-30')).toHaveLength(1);
  expect(duePeriods('off', { day: '2026-11-30', hour: 12 }, '2020-01-01')).toEqual([]);
});
