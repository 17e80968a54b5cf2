import { pictureUrl } from '@sidetone/contract/entities/common.ts';
import { type Contact, type ContactNumber, contactNumber, relatedEntity } from '@sidetone/contract/entities/contact.ts';
import { priorityOfSource } from '@sidetone/contract/rules/contact-sources.ts';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Schema } from '../../storage/schema.ts';

/** What a contact is made of; what its source keeps besides stays out. */
export const contactColumns = [
  'id',
  'source',
  'integration_id',
  'type',
  'name',
  'first_name',
  'last_name',
  'organization',
  'email',
  'avatar_url',
  'contact_url',
  'readonly',
  'phone_numbers',
  'relates_to',
  'rev',
] as const satisfies readonly (keyof Schema['contacts'])[];
export type ContactRow = Pick<Selectable<Schema['contacts']>, (typeof contactColumns)[number]>;

/** A contact of an address book; a number, picture or relation that breaks its schema is left out. */
export const contactOf = (row: ContactRow): Contact => ({
  id: row.id,
  source: row.source,
  integrationId: row.integration_id,
  type: row.type,
  name: row.name,
  displayName: row.name,
  firstName: row.first_name,
  lastName: row.last_name,
  organization: row.organization,
  email: row.email,
  phoneNumbers: numbersOf(row.phone_numbers),
  avatarUrl: pictureUrl.safeParse(row.avatar_url).data ?? null,
  contactUrl: row.contact_url,
  readonly: row.readonly,
  isTeam: false,
  relatesTo: readable(relatedEntity, row.relates_to),
  priority: priorityOfSource(row.source),
});

/** The numbers as the table keeps them. */
const numbersOf = (stored: unknown): ContactNumber[] => readable(contactNumber, stored);

const readable = <Shape extends z.ZodType>(shape: Shape, stored: unknown): z.output<Shape>[] =>
  (Array.isArray(stored) ? stored : []).flatMap((one) => {
    const parsed = shape.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
