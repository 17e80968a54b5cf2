import { describe, expect, test } from 'vitest';
import type { CallsView } from '#calls/calls.ts';
import type { LiveState } from '#live/line/connection.ts';
import type { NetworkStatus } from '#live/line/realtime-line.ts';
import { type BannerKind, bannerKinds, bannerOf, socketOf } from './banner-order.ts';

type LineState = CallsView['line'];

const causes = (...kinds: BannerKind[]) =>
  Object.fromEntries(bannerKinds.map((kind) => [kind, kinds.includes(kind)])) as Record<BannerKind, boolean>;

describe('one banner at a time, the first that has a cause', () => {
  test('the order of specification 4.4, and the new version last', () => {
    expect(bannerKinds).toEqual([
      'offline',
      'socketError',
      'reconnecting',
      'info',
      'appExtension',
      'integrations',
      'teams',
      'aiServices',
      'favorites',
      'phonesOffline',
      'update',
    ]);
  });

  test('no banner without a cause', () => expect(bannerOf(causes())).toBe(null));

  const pairs = bannerKinds.flatMap((first, at) => bannerKinds.slice(at).map((other) => [first, other] as const));
  test.each(pairs)('%s before %s', (first, other) => {
    expect(bannerOf(causes(other, first))).toBe(first);
    expect(bannerOf(causes(other))).toBe(other);
  });

  test('the first of all causes', () => {
    for (const [at, kind] of bannerKinds.entries()) expect(bannerOf(causes(...bannerKinds.slice(at)))).toBe(kind);
  });
});

describe('the state of the connections to the server', () => {
  const line = (reconnect: LineState['reconnect'], more: Partial<LineState> = {}): LineState => ({
    status: reconnect === 'none' ? 'REGISTERED' : 'DISCONNECTED',
    reconnect,
    ...more,
  });
  const of = (realtime: NetworkStatus, reconnect: LineState['reconnect'], live: LiveState) =>
    socketOf({ realtime, line: line(reconnect), live });

  const realtimes: Record<NetworkStatus, string> = {
    INITIAL: 'fine',
    ONLINE: 'fine',
    RECONNECTING: 'reconnecting',
    OFFLINE: 'reconnecting',
    RECONNECT_ERROR: 'failed',
    RECONNECT_FAILED: 'failed',
  };
  const lines = { none: 'fine', reconnecting: 'reconnecting', failed: 'failed' };
  const lives: Record<LiveState, string> = { connecting: 'fine', open: 'fine', lost: 'reconnecting' };
  const worst = (...words: string[]) => ['failed', 'reconnecting', 'fine'].find((word) => words.includes(word));

  const all = Object.entries(realtimes).flatMap(([realtime, a]) =>
    Object.entries(lines).flatMap(([reconnect, b]) =>
      Object.entries(lives).map(([live, c]) => [realtime, reconnect, live, worst(a, b, c)] as const),
    ),
  );
  test.each(all)('events %s, line %s, live data %s: %s', (realtime, reconnect, live, expected) => {
    expect(of(realtime as NetworkStatus, reconnect as LineState['reconnect'], live as LiveState)).toBe(expected);
  });

  test('a line without a phone is not a problem of the connection', () => {
    const noPhone = line('failed', { noPhone: true });
    expect(socketOf({ realtime: 'ONLINE', line: noPhone, live: 'open' })).toBe('fine');
    expect(socketOf({ realtime: 'ONLINE', line: noPhone, live: 'lost' })).toBe('reconnecting');
  });
});
