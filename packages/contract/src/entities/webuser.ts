import { z } from 'zod';
import { e164, personPicture, webUserId } from './common.ts';
import { presenceStatus } from './presence.ts';

/**
 * A person of the account as colleagues see them. `userStatus` is the presence of the classic generation,
 * `neoPbxStatus` that of the newer one.
 * ENT-005, SENT-005
 */
export const webuser = z.object({
  id: webUserId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.email(),
  avatarUrl: personPicture.nullish(),
  userStatus: presenceStatus.default('UNKNOWN'),
  neoPbxStatus: presenceStatus.default('UNKNOWN'),
  admin: z.boolean().default(false),
});
export type Webuser = z.infer<typeof webuser>;

/** A web user with the two ways to call them. */
export const colleague = webuser.extend({
  extension: z.string().nullable(),
  number: e164.nullable(),
});
export type Colleague = z.infer<typeof colleague>;
