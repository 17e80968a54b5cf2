import { z } from 'zod';

/** A contact kept at hand. `contactId` is `integrationName:id of the contact there`. */
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
