import { z } from 'zod';
import { webUserId } from './common.ts';

/** A call that could not be started, kept so that someone can find out why. ENT-052 */
export const failedDial = z.object({
  accountId: z.string(),
  channelId: z.string().nullable(),
  owner: webUserId,
  targetPhoneNumber: z.string(),
  senderPhoneNumber: z.string().nullable(),
  sessionId: z.string().nullable(),
});
export type FailedDial = z.infer<typeof failedDial>;
