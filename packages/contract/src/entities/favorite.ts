import { z } from 'zod';
import { type Contact, contact } from './contact.ts';

/** A contact kept at hand. `contactId` is `integrationName:id of the contact there`. ENT-038, SENT-023 */
export const favorite = z
  .object({
    id: z.string(),
    contactId: z.string(),
    integrationName: z.string().min(1),
    displayName: z.string(),
    /** Missing in old records; then the contact tells. */
    isTeam: z.boolean().optional(),
  })
  .refine((it) => it.contactId.startsWith(it.integrationName), {
    path: ['contactId'],
    message: 'must begin with the name of the integration',
  });
export type Favorite = z.infer<typeof favorite>;

/** The favorite with `isTeam`, taken from its contact where the record lacks it; without a contact it is not team. */
export function withTeam(record: Favorite, its: Pick<Contact, 'isTeam'> | null): Favorite & { isTeam: boolean } {
  return { ...record, isTeam: record.isTeam ?? its?.isTeam ?? false };
}

/** The id of a favorite's contact: where it is from, then its id there. */
export const favoriteContactId = (of: Pick<Contact, 'source' | 'id'>): string => `${of.source}:${of.id}`;

/** A favorite with the contact it stands for; null where that is gone, or has no number any more. */
export const favoriteWithContact = favorite.safeExtend({ contact: contact.nullable() });
export type FavoriteWithContact = z.infer<typeof favoriteWithContact>;
