import type { PresenceStatus } from '@sidetone/contract/entities/presence.ts';
import type { CallsView } from '#calls/calls.ts';
import type { LiveState } from '#live/line/connection.ts';

/** What one's own status is worked out from. */
interface Known {
  /** As the server tells everyone; `UNKNOWN` until it has said something. */
  readonly told: PresenceStatus;
  readonly isDnd: boolean;
  /** Whether the machine has a network. */
  readonly online: boolean;
  readonly live: LiveState;
  readonly line: CallsView['line'];
  /** The line has been there for so long that the server has told everyone of it. */
  readonly isSettled: boolean;
}

/** One's own status, or `connecting` while nobody knows it. */
type OwnStatus = PresenceStatus | 'connecting';

/** Statuses that promise that a call gets through. */
const promising: ReadonlySet<PresenceStatus> = new Set(['ONLINE', 'ONLINE_MOBILE_ONLY']);

/**
 * One's own status as it is true here. What the server said last is no longer known once there is no way to it; and what
 * it says of a page that has just been loaded is of the page before, until this one's line is there.
 */
export function ownStatus({ told, isDnd, online, live, line, isSettled }: Known): OwnStatus {
  if (!online || live === 'lost' || (line.reconnect === 'failed' && !line.noPhone)) return 'OFFLINE';
  if (live === 'connecting') return 'connecting';
  if (isDnd) return 'DND';
  if (line.noPhone) return told;
  const isConnected = line.status === 'REGISTERED';
  if (!isConnected && (promising.has(told) || told === 'OFFLINE' || told === 'UNKNOWN')) return 'connecting';
  // What the server told may be a moment older than the line.
  return told === 'OFFLINE' && !isSettled ? 'connecting' : told;
}
