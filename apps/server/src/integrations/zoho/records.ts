import { z } from 'zod';
import { type ContactDraft, IntegrationError, type SourceContact } from '../connector.ts';
import { numbersInFields } from '../crm/number-fields.ts';
import type { Fields } from './fields.ts';

/** Labels of numbers, and the fields that keep them. */
const numberFields = { work: 'Phone', mobile: 'Mobile', home: 'Home_Phone', other: 'Other_Phone' } as const;
export const numberLabels = Object.keys(numberFields) as (keyof typeof numberFields)[];

/** A kind of record that contacts come from. */
export interface Kind {
  readonly type: 'contacts' | 'leads' | 'accounts';
  readonly module: 'Contacts' | 'Leads' | 'Accounts';
  /** Fields besides those of numbers; those that the company does not have are left out. */
  readonly fields: readonly string[];
  readonly numbers: readonly string[];
}

/** In the order in which they are listed, and looked for by their ids. */
export const kinds: readonly Kind[] = [
  {
    type: 'contacts',
    module: 'Contacts',
    fields: ['First_Name', 'Last_Name', 'Email', 'Account_Name'],
    numbers: ['Phone', 'Mobile', 'Home_Phone', 'Other_Phone'],
  },
  {
    type: 'leads',
    module: 'Leads',
    fields: ['First_Name', 'Last_Name', 'Email', 'Company'],
    numbers: ['Phone', 'Mobile'],
  },
  { type: 'accounts', module: 'Accounts', fields: ['Account_Name'], numbers: ['Phone'] },
];

export const isZohoId = (id: string): boolean => /^\d{1,30}$/.test(id);

const value = z.string().max(100_000).nullish();
const company = z.union([z.string().max(100_000), z.object({ name: value, id: value }), z.null()]).optional();

/** A contact, lead or account as Zoho answers it; only what is read of it. */
export const contactRecord = z.object({
  id: z.string().regex(/^\d{1,30}$/),
  Modified_Time: z.iso.datetime({ offset: true }),
  First_Name: value,
  Last_Name: value,
  Email: value,
  Company: value,
  /** Of a contact the account it belongs to, of an account its own name. */
  Account_Name: company,
  /** The same as queries name it. */
  'Account_Name.Account_Name': value,
  Phone: value,
  Mobile: value,
  Home_Phone: value,
  Other_Phone: value,
});
type ContactRecord = z.infer<typeof contactRecord>;

/** What a kind is read by, as far as the company has it. `inQuery`: COQL joins what lies behind a relation. */
export function columnsOf(kind: Kind, fields: Fields, inQuery: boolean): string[] {
  const seen = [...kind.fields, ...kind.numbers].filter((name) => fields.has(name));
  const columns = seen.map((name) =>
    inQuery && kind.type === 'contacts' && name === 'Account_Name' ? 'Account_Name.Account_Name' : name,
  );
  return ['Modified_Time', ...columns];
}

/** Whether a record is one of the contacts: accounts are with a number to call. */
export const isContact = (kind: Kind, one: ContactRecord): boolean =>
  kind.type !== 'accounts' || text(one.Phone) !== null;

/** A record as the mirror takes it. `url`: where users see it. Accounts are changed there alone. */
export function contactOf(kind: Kind, one: ContactRecord, url: string | null): SourceContact {
  const isAccount = kind.type === 'accounts';
  const belongsTo = typeof one.Account_Name === 'string' ? one.Account_Name : one.Account_Name?.name;
  return {
    externalId: one.id,
    type: kind.type,
    etag: new Date(one.Modified_Time).toISOString(),
    name: null,
    firstName: isAccount ? null : text(one.First_Name),
    lastName: isAccount ? null : text(one.Last_Name),
    organization: text(one.Company) ?? text(one['Account_Name.Account_Name']) ?? text(belongsTo),
    email: text(one.Email),
    phoneNumbers: numberLabels.flatMap((label) => {
      const number = text(one[numberFields[label]]);
      return number === null ? [] : [{ label, number }];
    }),
    avatarUrl: null,
    contactUrl: url,
    readonly: isAccount,
    relatesTo: [],
    original: null,
  };
}

const text = (given: string | null | undefined): string | null => (given?.trim() ? given : null);

/** Fields that a draft sets; what it leaves out is emptied. */
export type Written = Readonly<Record<string, string | null>>;

/**
 * What a draft writes into a contact or a lead. Throws an `IntegrationError`: `too_many_numbers` where the record has no field for
 * one of them, `invalid` without any name, since Zoho wants a last name.
 */
export function fieldsOf(kind: Kind, draft: ContactDraft, fields: Fields): Written {
  const lastName = draft.lastName ?? draft.name ?? draft.firstName;
  if (lastName === null) throw new IntegrationError('invalid', 'A last name is needed', { provablyNotTaken: true });
  const names = {
    First_Name: draft.lastName === null ? null : draft.firstName,
    Last_Name: lastName,
    Email: draft.email,
  };
  const written = {
    ...names,
    ...numbersInFields(draft.phoneNumbers, {
      fields: kind.numbers.filter((name) => fields.has(name)),
      ofLabel: numberFields,
      vendor: 'Zoho',
    }),
  };
  return Object.fromEntries(Object.entries(written).filter(([name]) => fields.has(name)));
}
