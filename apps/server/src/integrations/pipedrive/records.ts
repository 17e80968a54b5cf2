import { z } from 'zod';
import type { ContactDraft, SourceContact } from '../connector.ts';

/** Where records of version 2 are, and what only version 1 has. */
export const api2 = '/api/v2';
export const api1 = '/api/v1';
/** The most records that a list gives at once. */
export const listedAtOnce = 500;

const id = z.number().int().positive();
/** What a cursor and other opaque words are at most. */
const opaque = z.string().min(1).max(4000);
const words = z.string().max(100_000).nullish();
const labelled = z
  .array(
    z.object({ value: z.string().max(1000), primary: z.boolean().nullish(), label: z.string().max(1000).nullish() }),
  )
  .max(1000)
  .nullish();

/** A person as Pipedrive answers it; only what is read of it. */
export const personRecord = z.object({
  id,
  name: words,
  org_id: id.nullish(),
  emails: labelled,
  phones: labelled,
  add_time: z.iso.datetime({ offset: true }).nullish(),
  update_time: z.iso.datetime({ offset: true }).nullish(),
  is_deleted: z.boolean().nullish(),
});
export type PersonRecord = z.infer<typeof personRecord>;

/** A record alone, as the answers of both versions have it. */
export const oneOf = <S extends z.ZodType>(schema: S) => z.object({ data: schema });
/** A page of records, and where the next one begins. */
export const pageOf = <S extends z.ZodType>(schema: S) =>
  z.object({
    data: z.array(schema).max(listedAtOnce).nullable(),
    additional_data: z.object({ next_cursor: opaque.nullish() }).nullish(),
  });

/** Whose secret it is: where the company's users see their records. */
export const currentUser = oneOf(
  z.object({
    company_domain: z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/),
    company_id: z.number().int().positive(),
  }),
);
export interface Company {
  /** The first part of its host at Pipedrive. */
  readonly domain: string;
}

/** Whose records these are, which stays when a company changes its host. */
export const tenantOf = (companyId: number | string): string => `company ${companyId}`;

/** Where people see a record of the company. */
export const pageUrl = ({ domain }: Company, place: string, recordId: string | number): string =>
  `https://${domain}.pipedrive.com/${place}/${recordId}`;

/** Labels that every company has. What a company has besides may stay where it is. */
export const numberLabels = ['work', 'home', 'mobile', 'other'] as const;
const longestLabel = 60;

const text = (given: string | null | undefined): string | null => (given?.trim() ? given : null);

const shownLabel = (label: string | null | undefined): string =>
  numberLabels.find((known) => known === label?.toLowerCase()) ?? text(label)?.slice(0, longestLabel) ?? 'other';

/** A contact as the mirror takes it. `organization`: the name of the person's company; null where it has none. */
export function contactOf(company: Company, person: PersonRecord, organization: string | null): SourceContact {
  const emails = person.emails ?? [];
  return {
    externalId: String(person.id),
    etag: person.update_time ?? person.add_time ?? null,
    name: text(person.name),
    firstName: null,
    lastName: null,
    organization,
    email: text((emails.find(({ primary }) => primary) ?? emails[0])?.value),
    phoneNumbers: (person.phones ?? []).flatMap(({ value, label }) =>
      text(value) === null ? [] : [{ label: shownLabel(label), number: value }],
    ),
    avatarUrl: null,
    contactUrl: pageUrl(company, 'person', person.id),
    readonly: false,
    relatesTo: [],
    original: null,
  };
}

/** What a contact is called: a company or a number where nobody entered a name, since Pipedrive takes nobody without. */
export const nameOf = ({ name, firstName, lastName, organization, email, phoneNumbers }: ContactDraft): string =>
  text(name) ??
  text([firstName, lastName].filter(Boolean).join(' ')) ??
  text(organization) ??
  text(email) ??
  phoneNumbers[0]?.number ??
  '';

/**
 * Fields that a draft sets of a person. `before`: what is there, of which further e-mail addresses and labels of numbers stay,
 * and which number is the first one.
 */
export function fieldsOf(draft: ContactDraft, before: PersonRecord | null, organizationId: number | null) {
  const main = before?.phones?.find(({ primary }) => primary)?.value;
  const first = Math.max(
    draft.phoneNumbers.findIndex(({ number }) => number === main),
    0,
  );
  return {
    name: nameOf(draft).slice(0, 255),
    org_id: organizationId,
    phones: draft.phoneNumbers.map(({ label, number }, at) => ({
      value: number,
      label: labelThere(label, number, before),
      primary: at === first,
    })),
    emails: emailsOf(draft.email, before?.emails ?? []),
  };
}

/** The label as it is spelt there, where nobody has chosen another one for the number. */
function labelThere(label: string, number: string, before: PersonRecord | null): string {
  const there = before?.phones?.find((one) => one.value === number)?.label;
  return text(there) !== null && shownLabel(there) === label ? (there ?? label) : label;
}

function emailsOf(wanted: string | null, there: NonNullable<PersonRecord['emails']>) {
  const main = there.find(({ primary }) => primary) ?? there[0];
  const others = there.filter((one) => one !== main && one.value !== wanted);
  const first = wanted === null ? [] : [{ value: wanted, label: main?.label ?? 'work' }];
  return [...first, ...others].map(({ value, label }, at) => ({ value, label: label ?? 'work', primary: at === 0 }));
}
