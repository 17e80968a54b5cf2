import { createHash } from 'node:crypto';
import { pictureUrl } from '@sidetone/contract/entities/common.ts';
import { type EntityType, entityTypes } from '@sidetone/contract/entities/integration.ts';
import { z } from 'zod';
import type { ContactDraft, SourceContact } from '../connector.ts';

const text = z.string().max(100_000).nullish();

/** A record that something belongs to. Kinds that are unknown here are left out where they are read. */
export const entityRecord = z.object({
  id: z.string().min(1).max(200),
  type: z.string().max(60),
  label: text,
  url: text,
  additionalProperties: z.object({ isOpen: z.boolean().nullish() }).nullish(),
});
type EntityRecord = z.infer<typeof entityRecord>;

/** A contact as bridges list it; only what is read of it. */
export const contactRecord = z.object({
  id: z.string().min(1).max(1000),
  name: text,
  firstName: text,
  lastName: text,
  email: text,
  organization: text,
  contactUrl: text,
  avatarUrl: text,
  readonly: z.boolean().nullish(),
  type: z.string().max(60).nullish(),
  phoneNumbers: z
    .array(z.object({ label: z.string().max(1000).nullish(), phoneNumber: z.string().max(1000).nullish() }))
    .max(1000)
    .nullish(),
  relatesTo: z.array(entityRecord).max(1000).nullish(),
});
type ContactRecord = z.infer<typeof contactRecord>;

/** More contacts than fit into an answer. */
const mostContacts = 200_000;
export const contactList = z.array(contactRecord).max(mostContacts);

const filled = (given: string | null | undefined): string | null => (given?.trim() ? given : null);

/** Bridges name any address; only those of the web are shown as links. */
const webAddress = (given: string | null | undefined): string | null => pictureUrl.safeParse(given).data ?? null;

const isKnown = (type: string): type is EntityType => (entityTypes as readonly string[]).includes(type);

/** A contact as the mirror takes it. */
export function contactOf(given: ContactRecord): SourceContact {
  const { id, type, avatarUrl, contactUrl, relatesTo } = given;
  const contact = {
    externalId: id,
    ...(type && isKnown(type) ? { type } : {}),
    name: filled(given.name),
    firstName: filled(given.firstName),
    lastName: filled(given.lastName),
    organization: filled(given.organization),
    email: filled(given.email),
    phoneNumbers: (given.phoneNumbers ?? []).flatMap(numberOf),
    avatarUrl: webAddress(avatarUrl),
    contactUrl: webAddress(contactUrl),
    readonly: given.readonly ?? false,
    relatesTo: (relatesTo ?? []).flatMap(relationOf),
    original: null,
  };
  return { ...contact, etag: createHash('sha256').update(JSON.stringify(contact)).digest('base64url') };
}

/** Numbers as they are written there. What has no digits, such as "undefined", is none. */
function numberOf(given: { label?: string | null | undefined; phoneNumber?: string | null | undefined }) {
  const number = (given.phoneNumber ?? '').replace(/undefined|null/g, '').trim();
  if (!/\d/.test(number)) return [];
  return [{ label: (filled(given.label) ?? 'work').toLowerCase().slice(0, 60), number }];
}

/** A record that a contact belongs to; nothing for a kind that is unknown here. */
export const relationOf = ({ id, type, label, url, additionalProperties }: EntityRecord) =>
  isKnown(type)
    ? [
        {
          id,
          type,
          label: filled(label),
          url: webAddress(url),
          isOpen: additionalProperties?.isOpen ?? null,
        },
      ]
    : [];

/** Labels that all bridges know; others are sent as they are. */
const labels = new Map([
  ['work', 'WORK'],
  ['mobile', 'MOBILE'],
  ['home', 'HOME'],
]);

/** What a bridge is given to write of a contact. */
export const templateOf = ({ name, firstName, lastName, organization, email, phoneNumbers }: ContactDraft) => ({
  name: name ?? filled([firstName, lastName].filter(Boolean).join(' ')),
  firstName,
  lastName,
  email,
  organization,
  phoneNumbers: phoneNumbers.map(({ label, number }) => ({
    label: labels.get(label.toLowerCase()) ?? label,
    phoneNumber: number,
  })),
});
