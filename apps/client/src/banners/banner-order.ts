import type { CallsView } from '#calls/calls.ts';
import type { LiveState } from '#live/line/connection.ts';
import type { NetworkStatus } from '#live/line/realtime-line.ts';

/** The causes of a banner, the most urgent first: of several the first one is shown. */
export const bannerKinds = [
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
] as const;
export type BannerKind = (typeof bannerKinds)[number];

/** The one banner to show; null where there is no cause. */
export function bannerOf(causes: Readonly<Record<BannerKind, boolean>>): BannerKind | null {
  return bannerKinds.find((kind) => causes[kind]) ?? null;
}

/** The connections to the server: the channel of events, the line of calls, and live data. */
export interface Ways {
  readonly realtime: NetworkStatus;
  readonly line: CallsView['line'];
  readonly live: LiveState;
}

/**
 * The state of all connections to the server. `failed`: the fast attempts of one are used up, so the user may ask for
 * another one; `reconnecting`: one of them is lost and being made again. A line without a phone has nothing to connect.
 */
export function socketOf({ realtime, line, live }: Ways): 'fine' | 'reconnecting' | 'failed' {
  const lineSays = line.noPhone ? 'none' : line.reconnect;
  if (realtime === 'RECONNECT_FAILED' || realtime === 'RECONNECT_ERROR' || lineSays === 'failed') return 'failed';
  if (realtime === 'RECONNECTING' || realtime === 'OFFLINE' || lineSays === 'reconnecting' || live === 'lost') {
    return 'reconnecting';
  }
  return 'fine';
}
