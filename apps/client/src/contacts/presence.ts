import type { PresenceStatus } from '@sidetone/contract/entities/presence.ts';
import type { PresenceMark } from '#ui/Avatar.tsx';

/** Key of the words under `people.presence` for each status. */
type PresenceWord =
  | 'available'
  | 'mobileOnly'
  | 'ringing'
  | 'inCall'
  | 'busy'
  | 'doNotDisturb'
  | 'followUp'
  | 'away'
  | 'offline'
  | 'unknown'
  /** Only for the user's own status. */
  | 'connecting';

export interface PresenceLook {
  mark: PresenceMark;
  word: PresenceWord;
}

const looks: Record<PresenceStatus, PresenceLook> = {
  ONLINE: { mark: 'online', word: 'available' },
  ONLINE_MOBILE_ONLY: { mark: 'mobile', word: 'mobileOnly' },
  RINGING: { mark: 'ringing', word: 'ringing' },
  IN_CALL: { mark: 'incall', word: 'inCall' },
  BUSY: { mark: 'busy', word: 'busy' },
  DND: { mark: 'dnd', word: 'doNotDisturb' },
  FOLLOW_UP: { mark: 'follow', word: 'followUp' },
  PERSONALLY_NOT_AVAILABLE: { mark: 'away', word: 'away' },
  OFFLINE: { mark: 'offline', word: 'offline' },
  UNKNOWN: { mark: 'unknown', word: 'unknown' },
};

/** The shape and the word for a status. */
export function presenceLook(status: PresenceStatus): PresenceLook {
  return looks[status];
}

/** Order of colleagues in a list: those who can talk now come first. */
export function reachability(status: PresenceStatus): number {
  const order: PresenceStatus[] = ['ONLINE', 'ONLINE_MOBILE_ONLY', 'RINGING', 'IN_CALL', 'BUSY', 'FOLLOW_UP', 'DND'];
  const place = order.indexOf(status);
  return place === -1 ? order.length : place;
}
