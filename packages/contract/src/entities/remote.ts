import { z } from 'zod';
import { personPicture } from './common.ts';

/** Which picture stands for the other side. ENT-054 */
export const avatarType = z.enum(['contact', 'anonymous', 'unknown', 'organization', 'invalid_favorite']);
export type AvatarType = z.infer<typeof avatarType>;

/** The other side of a call, as far as it is known. `userId` is set for a colleague, `contactId` for a contact. */
export const remote = z.object({
  name: z.string().nullable(),
  organization: z.string().nullable(),
  avatarType,
  avatarUrl: personPicture.nullish(),
  isTeam: z.boolean(),
  contactId: z.string().nullable(),
  userId: z.string().nullable(),
});
export type Remote = z.infer<typeof remote>;
