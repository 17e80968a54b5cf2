import { z } from 'zod';

/** What a new contact is made of. Which attributes are needed is told by the integration. */
export const contactCreate = z.object({
  email: z.email().nullish(),
  firstName: z.string().trim().nullish(),
  lastName: z.string().trim().nullish(),
  name: z.string().trim().nullish(),
  organization: z.string().trim().nullish(),
  phoneNumbers: z.array(z.object({ label: z.string(), phoneNumber: z.string().min(1) })).default([]),
});
export type ContactCreate = z.infer<typeof contactCreate>;

/** The same for a contact that exists. */
export const contactEdit = contactCreate.extend({ id: z.string().min(1), type: z.string().min(1) });
export type ContactEdit = z.infer<typeof contactEdit>;
