import { type ContactNumber, contactNumber } from '@sidetone/contract/entities/contact.ts';

/** Numbers as the table `contacts` keeps them; one that breaks the schema is left out. */
export const storedNumbers = (stored: unknown): ContactNumber[] =>
  (Array.isArray(stored) ? stored : []).flatMap((one) => {
    const parsed = contactNumber.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
