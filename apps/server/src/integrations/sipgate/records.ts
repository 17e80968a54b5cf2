import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SourceContact } from '../connector.ts';

const text = z.string().max(1000).nullish();
const types = z.array(z.string().max(60)).max(20).nullish();

/** A contact as sipgate answers it; only what is read of it. Its picture is not. */
const contactRecord = z.object({
  id: z.string().min(1).max(200),
  name: text,
  scope: z.string().max(30).nullish(),
  emails: z
    .array(z.object({ email: text }))
    .max(100)
    .nullish(),
  numbers: z
    .array(z.object({ number: text, type: types }))
    .max(100)
    .nullish(),
  organization: z.array(z.array(text).max(20)).max(20).nullish(),
});
type ContactRecord = z.infer<typeof contactRecord>;

/** Some of all contacts. */
export const contactsPage = z.object({
  items: z.array(contactRecord).max(5000),
  totalCount: z.number().int().nonnegative(),
});

/** Private contacts belong to the user who made the token. */
export const isForEveryone = ({ scope }: ContactRecord): boolean => scope !== 'PRIVATE';

const filled = (given: string | null | undefined): string | null => (given?.trim() ? given : null);

/** The first type that says what a number is. */
const labelOf = (given: readonly string[]): string =>
  given.includes('fax') ? 'fax' : given.includes('cell') ? 'mobile' : given.includes('home') ? 'home' : 'work';

/** A contact as the mirror takes it; nobody changes it here. */
export function contactOf({ id, name, emails, numbers, organization }: ContactRecord): SourceContact {
  const contact = {
    externalId: id,
    name: filled(name),
    firstName: null,
    lastName: null,
    organization: filled(organization?.[0]?.find((part) => filled(part) !== null)),
    email: filled(emails?.[0]?.email),
    phoneNumbers: (numbers ?? []).flatMap(({ number, type }) => {
      const written = filled(number);
      return written === null ? [] : [{ label: labelOf(type ?? []), number: written }];
    }),
    avatarUrl: null,
    contactUrl: null,
    readonly: true,
    relatesTo: [],
    original: null,
  };
  return { ...contact, etag: createHash('sha256').update(JSON.stringify(contact)).digest('base64url') };
}
