import { describe, expect, test } from 'vitest';
import { readinessOf } from './readiness.ts';

const at = (seconds: number) => new Date(Date.UTC(2025, 10, 20, 9, 42, seconds));
const talked = (direction: 'INCOMING' | 'OUTGOING', seconds: number | null) => ({
  direction,
  establishedAt: seconds === null ? null : at(5),
  endedAt: at(5 + (seconds ?? 0)),
  isInternal: false,
});
const ready = {
  call: talked('INCOMING', 60),
  mode: 'auto',
  hasGrant: true,
  leastSeconds: 0,
  isAmbiguous: false,
  byUser: false,
  hasEntity: true,
} as const;

describe('whether a call is written to a CRM', () => {
  test('a call that somebody had, with a record to log it to, is', () => {
    expect(readinessOf(ready)).toBe(null);
    expect(readinessOf({ ...ready, mode: 'ask', byUser: true })).toBe(null);
  });

  test('SLOG-016: an outgoing call has to last as long as the user wants, and an incoming one does not', () => {
    const least = { ...ready, leastSeconds: 30 };
    expect(readinessOf({ ...least, call: talked('OUTGOING', 29.9) })).toBe('tooShort');
    expect(readinessOf({ ...least, call: talked('OUTGOING', 29.9), byUser: true })).toBe('tooShort');
    expect(readinessOf({ ...least, call: talked('OUTGOING', 30) })).toBe(null);
    expect(readinessOf({ ...least, call: talked('INCOMING', 1) })).toBe(null);
    expect(readinessOf({ ...least, call: talked('OUTGOING', null) })).toBe('tooShort');
    expect(readinessOf({ ...ready, call: talked('OUTGOING', null) })).toBe(null);
  });

  test('an incoming call that nobody took is only where a person wants it', () => {
    expect(readinessOf({ ...ready, call: talked('INCOMING', null) })).toBe('missed');
    expect(readinessOf({ ...ready, call: talked('INCOMING', null), byUser: true })).toBe(null);
  });

  test('SLOG-017: without a record it is not; several contacts are told apart from none', () => {
    expect(readinessOf({ ...ready, hasEntity: false })).toBe('noEntity');
    expect(readinessOf({ ...ready, hasEntity: false, isAmbiguous: true })).toBe('ambiguous');
    // What is unclear in another CRM does not matter in this one.
    expect(readinessOf({ ...ready, isAmbiguous: true })).toBe(null);
  });

  test('calls of colleagues, of channels that log none, and of plans without logs are not logged, even if a user wants it', () => {
    for (const byUser of [true, false]) {
      expect(readinessOf({ ...ready, byUser, call: { ...ready.call, isInternal: true } })).toBe('internal');
      expect(readinessOf({ ...ready, byUser, mode: 'off' })).toBe('off');
      expect(readinessOf({ ...ready, byUser, hasGrant: false })).toBe('noGrant');
    }
  });
});
