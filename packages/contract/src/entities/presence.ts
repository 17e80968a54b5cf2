import { z } from 'zod';

/** How reachable a person is. ENT-053, SENT-015 */
export const presenceStatuses = [
  'ONLINE',
  'OFFLINE',
  'ONLINE_MOBILE_ONLY',
  'RINGING',
  'IN_CALL',
  'DND',
  'BUSY',
  'FOLLOW_UP',
  'PERSONALLY_NOT_AVAILABLE',
  'UNKNOWN',
] as const;

/** A status that this version does not know reads UNKNOWN, so a newer server cannot break an older client. */
export const presenceStatus = z.enum(presenceStatuses).catch('UNKNOWN');
export type PresenceStatus = (typeof presenceStatuses)[number];
