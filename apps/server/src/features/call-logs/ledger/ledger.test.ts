import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EntryName, keyOf } from './entry-key.ts';
import { clearingOf, leaseMs, nextTryAt, requestTimeoutMs, settleMs } from './schedule.ts';

const secret = Buffer.from('a secret of this server');
const name: EntryName = {
  accountId: 'a1',
  source: 'HUBSPOT',
  kind: 'call',
  channelId: 'c1',
  sessionId: 's1',
  unit: 'main',
};

describe('the key of an entry', () => {
  test('is the same for the same entry, today and after a restore', () => {
    expect(keyOf(secret, name)).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(keyOf(Buffer.from(secret), JSON.parse(JSON.stringify(name)))).toBe(keyOf(secret, name));
  });

  test('is another one for everything else, and with another secret', () => {
    const others: EntryName[] = [
      { ...name, accountId: 'a2' },
      { ...name, source: 'ZOHO' },
      { ...name, kind: 'task' },
      { ...name, channelId: 'c2' },
      { ...name, sessionId: 's2' },
      { ...name, unit: 'deals:77' },
      { ...name, channelId: 'c1s', sessionId: '1' },
      { ...name, channelId: 'c', sessionId: '1s1' },
    ];
    const keys = [name, ...others].map((one) => keyOf(secret, one));
    expect(new Set([...keys, keyOf(Buffer.from('another one'), name)]).size).toBe(keys.length + 1);
  });
});

describe('the schedule', () => {
  const now = new Date('2026-03-02T10:00:00.000Z');
  const wait = (attempts: number, retryAfterSeconds: number | null = null, random = 0, wantedSince = now) => {
    const next = nextTryAt({ now, attempts, wantedSince, retryAfterSeconds, random });
    return next === null ? null : (next.getTime() - now.getTime()) / 1000;
  };

  test('a request ends before its lease, and its lease before the first look', () => {
    expect(requestTimeoutMs).toBeLessThan(leaseMs);
    expect(leaseMs).toBeLessThan(settleMs);
  });

  test('pauses grow from five seconds to an hour', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 200].map((attempts) => wait(attempts))).toEqual([
      5, 15, 60, 300, 900, 3600, 3600, 3600,
    ]);
  });

  test('a CRM is left alone for as long as it wants, but for a day at most', () => {
    expect(wait(1, 90)).toBe(90);
    expect(wait(6, 90)).toBe(3600);
    expect(wait(1, 10_000_000)).toBe(86_400);
  });

  test('after seven days it is given up, and not a moment earlier', () => {
    const ago = (ms: number) => new Date(now.getTime() - ms);
    const week = 7 * 86_400_000;
    expect(wait(200, null, 0, ago(week))).toBeNull();
    expect(wait(200, null, 0, ago(week - 1))).toBe(3600);
  });

  test('chance makes a pause longer by a fifth at most, and never shorter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
        const [least, pause] = [wait(attempts) ?? Number.NaN, wait(attempts, null, random) ?? Number.NaN];
        expect(pause).toBeGreaterThanOrEqual(least);
        expect(pause).toBeLessThanOrEqual(least * 1.2 + 0.001);
      }),
    );
  });

  test('an unclear entry is looked up as its CRM allows it', () => {
    const after = (ms: number) => new Date(now.getTime() + ms);
    expect(clearingOf('found', now, 0)).toEqual({ kind: 'look', notBefore: after(180_000), looks: 1, pauseMs: 0 });
    expect(clearingOf('foundLater', now, 60_000)).toEqual({
      kind: 'look',
      notBefore: after(240_000),
      looks: 2,
      pauseMs: 30_000,
    });
    expect(clearingOf('blind', now, 0)).toEqual({ kind: 'askPerson' });
  });
});
