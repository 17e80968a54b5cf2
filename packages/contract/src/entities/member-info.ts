import { z } from 'zod';
import { timestamp, webUserId } from './common.ts';
import { pause } from './pause.ts';
import { presenceStatus } from './presence.ts';

/**
 * How one member of a channel stands to it. A document without a right member is skipped by its reader.
 * ENT-048, SENT-072
 */
export const memberInfo = z.object({
  status: presenceStatus.default('UNKNOWN'),
  accountId: z.string(),
  webuserId: webUserId,
  dialedIn: z.boolean(),
  /** Since when `dialedIn` is what it is; null where it never changed. */
  dialedSince: timestamp.nullish(),
  /** They take no calls of the channel for now; null or missing: they do not pause. */
  pause: pause.nullish(),
  endpointIds: z.array(z.string()).optional(),
});
export type MemberInfo = z.infer<typeof memberInfo>;
