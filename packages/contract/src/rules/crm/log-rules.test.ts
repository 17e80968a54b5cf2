import { describe, expect, test } from 'vitest';
import { terminationReasons } from '../termination-reasons.ts';
import { crmCallState } from './call-state.ts';
import { closeAfterSeconds, loggedCallDurations } from './log-limits.ts';
import { mayLogCall } from './log-permission.ts';

describe('state of a call as a CRM is told', () => {
  test('END-034, END-035, END-036: three reasons have states of their own', () => {
    expect(crmCallState('NOT_FOUND')).toBe('notFound');
    expect(crmCallState('BUSY_EVERYWHERE')).toBe('busy');
    expect(crmCallState('CANCELLED')).toBe('missed');
  });

  test('END-037: every other reason, and none, counts as connected', () => {
    const others = terminationReasons.filter(
      (reason) => reason !== 'NOT_FOUND' && reason !== 'BUSY_EVERYWHERE' && reason !== 'CANCELLED',
    );
    expect(others.length).toBe(terminationReasons.length - 3);
    expect(new Set([null, ...others].map(crmCallState))).toEqual(new Set(['connected']));
  });
});

test('SPERM-021: the owner may log a call, whether it was missed or not', () => {
  for (const isMissed of [true, false]) {
    for (const isMember of [true, false]) {
      expect(mayLogCall({ isOwner: true, isMissed, isMember })).toBe(true);
    }
  }
});

test('SPERM-024: other members of the channel may log a missed call, and nobody else', () => {
  expect(mayLogCall({ isOwner: false, isMissed: true, isMember: true })).toBe(true);
  expect(mayLogCall({ isOwner: false, isMissed: false, isMember: true })).toBe(false);
  expect(mayLogCall({ isOwner: false, isMissed: true, isMember: false })).toBe(false);
});

test('SLOG-004, SCONST-011: a closing panel waits for ten seconds', () => {
  expect(closeAfterSeconds).toBe(10);
});

test('SCONST-010: the shortest call is chosen from 0 to 60 seconds in steps of five', () => {
  expect(loggedCallDurations).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60]);
});
