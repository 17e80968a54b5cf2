import { z } from 'zod';
import type { ContactDraft, SourceContact } from '../connector.ts';

/** Where contacts and what belongs to them are found. */
export const objectsPath = '/crm/objects/2026-09';
export const contactsPath = `${objectsPath}/contacts`;

/** Properties that are read of a contact. The last one names contacts that were merged into it and are no longer there. */
export const contactProperties = [
  'firstname',
  'lastname',
  'company',
  'email',
  'phone',
  'mobilephone',
  'hs_merged_object_ids',
] as const;

/** Ids are numbers; anything else leads nowhere. */
export const isRecordId = (id: string): boolean => /^\d{1,20}$/.test(id);

const value = z.string().max(100_000).nullish();

/** A contact or a company as HubSpot answers it; only what is read of it. */
export const contactRecord = z.object({
  id: z.string().regex(/^\d{1,20}$/),
  properties: z.object({
    firstname: value,
    lastname: value,
    company: value,
    email: value,
    phone: value,
    mobilephone: value,
    hs_merged_object_ids: value,
    name: value,
    domain: value,
  }),
  updatedAt: z.iso.datetime({ offset: true }),
});
export type ContactRecord = z.infer<typeof contactRecord>;

/** Ids of contacts that were merged into one: a merger makes a new contact of two. */
export const mergedInto = ({ id, properties }: ContactRecord): string[] =>
  (properties.hs_merged_object_ids ?? '').split(';').filter((other) => /^\d{1,20}$/.test(other) && other !== id);

/** A page of records, and where the next one begins. */
export const page = z.object({
  results: z.array(contactRecord).max(1000),
  paging: z.object({ next: z.object({ after: z.string().max(200) }).nullish() }).nullish(),
});

/** Which portal the key is of, and where its users see it. */
export const portalDetails = z.object({
  portalId: z.number().int().positive(),
  uiDomain: z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*\.hubspot\.com$/),
});
export type Portal = z.infer<typeof portalDetails>;

const text = (given: string | null | undefined): string | null => (given?.trim() ? given : null);

/** A contact as the mirror takes it. */
export function contactOf({ portalId, uiDomain }: Portal, { id, properties, updatedAt }: ContactRecord): SourceContact {
  const { firstname, lastname, company, email, phone, mobilephone } = properties;
  return {
    externalId: id,
    etag: updatedAt,
    name: null,
    firstName: text(firstname),
    lastName: text(lastname),
    organization: text(company),
    email: text(email),
    phoneNumbers: [
      ...(text(phone) === null ? [] : [{ label: 'work', number: phone ?? '' }]),
      ...(text(mobilephone) === null ? [] : [{ label: 'mobile', number: mobilephone ?? '' }]),
    ],
    avatarUrl: null,
    contactUrl: `https://${uiDomain}/contacts/${portalId}/record/0-1/${id}`,
    readonly: false,
    relatesTo: [],
    original: null,
  };
}

/** Properties that a draft sets; what it leaves out is emptied. A second number without a label of its own is the mobile one. */
export function propertiesOf({ firstName, lastName, name, organization, email, phoneNumbers }: ContactDraft) {
  const mobile = phoneNumbers.find(({ label }) => label === 'mobile') ?? phoneNumbers[1];
  const work = phoneNumbers.find((one) => one !== mobile);
  return {
    firstname: firstName ?? (lastName === null ? (name ?? '') : ''),
    lastname: lastName ?? '',
    company: organization ?? '',
    email: email ?? '',
    phone: work?.number ?? '',
    mobilephone: mobile?.number ?? '',
  };
}
