import type { PresenceStatus } from '@sidetone/contract/entities/presence.ts';
import type { CallsView } from '#calls/calls.ts';
import type { LiveState } from '#live/line/connection.ts';

/** What the own status is derived from. */
interface Known {
  /** As the server tells everyone; `UNKNOWN` until it has told anything. */
  readonly told: PresenceStatus;
  readonly isDnd: boolean;
  /** Whether the machine has a network. */
  readonly online: boolean;
  readonly live: LiveState;
  readonly line: CallsView['line'];
  /** The line has existed for so long that the server has told everyone of it. */
  readonly isSettled: boolean;
}

/** The user's own status, or `connecting` while it is not known. */
type OwnStatus = PresenceStatus | 'connecting';

/** Statuses that promise that a call reaches the user. */
const promising: ReadonlySet<PresenceStatus> = new Set(['ONLINE', 'ONLINE_MOBILE_ONLY']);

/**
 * The user's own status as it is true here. Without a connection the server's last status is no longer true; and what
 * it says of a page that has just been loaded is about the page before, until the new page has its line.
 */
export function ownStatus({ told, isDnd, online, live, line, isSettled }: Known): OwnStatus {
  if (!online || live === 'lost' || (line.reconnect === 'failed' && !line.noPhone)) return 'OFFLINE';
  if (live === 'connecting') return 'connecting';
  if (isDnd) return 'DND';
  if (line.noPhone) return told;
  const isConnected = line.status === 'REGISTERED';
  if (!isConnected && (promising.has(told) || told === 'OFFLINE' || told === 'UNKNOWN')) return 'connecting';
  // The server's status may be a moment older than the line.
  return told === 'OFFLINE' && !isSettled ? 'connecting' : told;
}
