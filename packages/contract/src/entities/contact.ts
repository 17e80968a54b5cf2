import { z } from 'zod';
import { personPicture } from './common.ts';

/** Where contacts are looked for. SENT-026 */
export const contactScope = z.enum(['all', 'contacts', 'team']);
export type ContactScope = z.infer<typeof contactScope>;

/**
 * A number of a contact. `localized` is how it reads in the account's country; `e164` is null for what has no public
 * form, such as a colleague's extension, and then `localized` is what is dialled.
 * ENT-041
 */
export const contactNumber = z.object({
  id: z.string(),
  type: z.string(),
  label: z.string(),
  localized: z.string(),
  e164: z.string().nullable(),
});
export type ContactNumber = z.infer<typeof contactNumber>;

/** Something in the same CRM that a contact belongs to. SENT-020 */
export const relatedEntity = z.object({
  id: z.string(),
  type: z.string(),
  label: z.string().nullish(),
  /** Where people see it in the CRM. */
  url: z.string().nullish(),
  /** False of what is closed; null where that means nothing. */
  isOpen: z.boolean().nullish(),
});

/** Someone one can call. A colleague is a contact with `isTeam`, whose id is their web user id. ENT-040, SENT-020 */
export const contact = z.object({
  id: z.string().min(1),
  source: z.string(),
  /** The connection it came by; null for colleagues. */
  integrationId: z.string().nullable().default(null),
  type: z.string().default('contacts'),
  name: z.string(),
  displayName: z.string().nullish(),
  firstName: z.string().nullable().default(null),
  lastName: z.string().nullable().default(null),
  organization: z.string().nullable().default(null),
  email: z.string().nullable().default(null),
  phoneNumbers: z.array(contactNumber).default([]),
  avatarUrl: personPicture.nullish(),
  contactUrl: z.string().nullish(),
  readonly: z.boolean().default(false),
  isTeam: z.boolean().default(false),
  relatesTo: z.array(relatedEntity).default([]),
  /** Which of several contacts with one number is shown: the highest. */
  priority: z.number().default(0),
});
export type Contact = z.infer<typeof contact>;

/** A contact that matched: `highlights` are the matching pieces by field name. SENT-025 */
export const searchResult = z.object({
  document: contact,
  highlights: z.record(z.string(), z.array(z.string())).default({}),
  score: z.number(),
});
export type SearchResult = z.infer<typeof searchResult>;

/**
 * Which contacts a page lists: all, those of address books (`personal`, not of the team), or the colleagues.
 */
export const contactListScope = z.enum(['all', 'personal', 'team']);
export type ContactListScope = z.infer<typeof contactListScope>;
