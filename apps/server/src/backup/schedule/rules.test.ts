import { expect, test } from 'vitest';
import { type Attempt, isDue, isVerificationDue, lastMoment, nextMoment, pauseAfter, toForget } from './rules.ts';

const at = { hour: 3, minute: 0 };
const local = (text: string) => new Date(text);
const attempt = (begun: string, state: Attempt['state']): Attempt => ({
  begunAt: local(begun),
  endedAt: local(begun),
  state,
});

test('a backup is due at its time of day, by the clock of the server', () => {
  expect(lastMoment(at, local('2026-11-20T02:59'))).toEqual(local('2026-11-19T03:00'));
  expect(lastMoment(at, local('2026-11-20T03:00'))).toEqual(local('2026-11-20T03:00'));
  expect(nextMoment(at, local('2026-11-20T03:00'))).toEqual(local('2026-11-21T03:00'));
  expect(nextMoment(at, local('2026-12-31T22:00'))).toEqual(local('2027-01-01T03:00'));
  const now = local('2026-11-20T12:00');
  // None yet: immediately, so that a mistake shows while somebody looks.
  expect(isDue(at, [], now)).toBe(true);
  expect(isDue(at, [attempt('2026-11-20T03:00:10', 'ready')], now)).toBe(false);
  expect(isDue(at, [attempt('2026-11-20T03:00:10', 'gone')], now)).toBe(false);
  expect(isDue(at, [attempt('2026-11-19T03:00:10', 'ready')], now)).toBe(true);
});

test('what failed is tried again, with pauses that grow to an hour', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map((failures) => pauseAfter(failures) / 60_000)).toEqual([0, 5, 10, 20, 40, 60, 60]);
  const failed = [attempt('2026-11-20T03:00', 'failed'), attempt('2026-11-20T03:05', 'failed')];
  expect(isDue(at, failed, local('2026-11-20T03:14'))).toBe(false);
  expect(isDue(at, failed, local('2026-11-20T03:15'))).toBe(true);
  // The failures of the night before do not hold up this one.
  expect(isDue(at, failed, local('2026-11-21T03:00'))).toBe(true);
});

test('backups are looked into once a week or a day, as it is set', () => {
  const now = local('2026-11-20T03:10');
  expect(isVerificationDue('no', null, now)).toBe(false);
  expect(isVerificationDue('weekly', null, now)).toBe(true);
  expect(isVerificationDue('weekly', local('2026-11-13T03:12'), now)).toBe(true);
  expect(isVerificationDue('weekly', local('2026-11-15T03:12'), now)).toBe(false);
  expect(isVerificationDue('daily', local('2026-11-19T03:12'), now)).toBe(true);
  expect(isVerificationDue('daily', local('2026-11-20T03:05'), now)).toBe(false);
});

test('the newest of the last days, weeks and months stay, and the last good one whatever the rule says', () => {
  const nights = Array.from({ length: 100 }, (_, back) => ({
    id: `${back}`,
    begunAt: new Date(2026, 10, 30 - back, 3, 0),
  }));
  const now = new Date(2026, 10, 30, 4, 0);
  const stay = (rule: Parameters<typeof toForget>[1], most: number | null = null) => {
    const gone = new Set(toForget(nights, rule, now, most));
    return nights
      .filter(({ id }) => !gone.has(id))
      .map(({ begunAt }) => `${begunAt.getMonth() + 1}-${begunAt.getDate()}`);
  };
  expect(stay({ days: 3, weeks: 0, months: 0 })).toEqual(['11-30', '11-29', '11-28']);
  // 30 November 2026 is a Monday; weeks end on Sundays.
  expect(stay({ days: 2, weeks: 3, months: 2 })).toEqual(['11-30', '11-29', '11-22', '10-31']);
  expect(stay({ days: 0, weeks: 0, months: 1 })).toEqual(['11-30']);
  expect(stay({ days: 7, weeks: 4, months: 6 }, 10)).toEqual([
    '11-30',
    '11-29',
    '11-28',
    '11-27',
    '11-26',
    '11-25',
    '11-24',
    '11-22',
  ]);
  const last = [{ id: 'old', begunAt: new Date(2025, 0, 1) }];
  expect(toForget(last, { days: 1, weeks: 0, months: 0 }, now, 10)).toEqual([]);
});
