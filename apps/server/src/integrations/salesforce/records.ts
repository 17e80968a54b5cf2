import { z } from 'zod';
import { type ContactDraft, IntegrationError, type SourceContact } from '../connector.ts';
import { numbersInFields } from '../crm/number-fields.ts';
import type { Fields } from './described.ts';

/** Labels of numbers, and the fields that keep them. */
const numberFields = { work: 'Phone', mobile: 'MobilePhone', home: 'HomePhone', other: 'OtherPhone' } as const;
export const numberLabels = Object.keys(numberFields) as (keyof typeof numberFields)[];
type NumberField = (typeof numberFields)[keyof typeof numberFields];

/** A kind of record that contacts come from. */
export interface Kind {
  readonly type: 'contacts' | 'leads' | 'accounts';
  readonly object: 'Contact' | 'Lead' | 'Account';
  /** What ids of it begin with. */
  readonly prefix: string;
  /** Fields besides those of numbers; those that the connection may not see are left out. */
  readonly fields: readonly string[];
  readonly numbers: readonly NumberField[];
}

/** In the order in which they are listed. */
export const kinds: readonly Kind[] = [
  {
    type: 'contacts',
    object: 'Contact',
    prefix: '003',
    fields: ['FirstName', 'LastName', 'Email', 'AccountId', 'IsPersonAccount'],
    numbers: ['Phone', 'MobilePhone', 'HomePhone', 'OtherPhone'],
  },
  {
    type: 'leads',
    object: 'Lead',
    prefix: '00Q',
    fields: ['FirstName', 'LastName', 'Email', 'Company', 'IsConverted'],
    numbers: ['Phone', 'MobilePhone'],
  },
  { type: 'accounts', object: 'Account', prefix: '001', fields: ['Name', 'IsPersonAccount'], numbers: ['Phone'] },
];

/** The kind of record that an id is of; null for one that no contact comes from. */
export const kindOf = (id: string): Kind | null => kinds.find(({ prefix }) => id.startsWith(prefix)) ?? null;

const value = z.string().max(100_000).nullish();
const flag = z.boolean().default(false);

/** A contact, lead or account as Salesforce answers it; only what is read of it. */
export const contactRecord = z.object({
  Id: z.string().regex(/^[a-zA-Z0-9]{18}$/),
  SystemModstamp: z.string().max(50),
  IsDeleted: flag,
  IsConverted: flag,
  IsPersonAccount: flag,
  FirstName: value,
  LastName: value,
  Email: value,
  Company: value,
  Name: value,
  Account: z.object({ Name: value }).nullish(),
  Phone: value,
  MobilePhone: value,
  HomePhone: value,
  OtherPhone: value,
});
type ContactRecord = z.infer<typeof contactRecord>;

/** What a query names to read a kind. */
export const columnsOf = (kind: Kind, fields: Fields, seesAccounts: boolean): string => {
  const seen = [...kind.fields, ...kind.numbers].filter((name) => fields.has(name));
  const relations = kind.type === 'contacts' && seesAccounts && fields.has('AccountId') ? ['Account.Name'] : [];
  return ['Id', 'SystemModstamp', 'IsDeleted', ...seen, ...relations].join(', ');
};

/** Which records of a kind are contacts, as a condition. `fields`: what the connection may see. */
export const conditionsOf = (kind: Kind, fields: Fields): string[] => [
  ...(kind.type === 'accounts' ? ['Phone != null'] : []),
  ...(kind.type === 'accounts' && fields.has('IsPersonAccount') ? ['IsPersonAccount = false'] : []),
  ...(kind.type === 'leads' && fields.has('IsConverted') ? ['IsConverted = false'] : []),
];

/** Whether a record that was one of the contacts no longer is. */
export const isGone = (kind: Kind, one: ContactRecord): boolean =>
  one.IsDeleted || one.IsConverted || (kind.type === 'accounts' && (one.IsPersonAccount || text(one.Phone) === null));

/** A record as the mirror takes it. `url`: where users see it. Accounts, and people who are accounts, are changed there alone. */
export function contactOf(kind: Kind, one: ContactRecord, url: string): SourceContact {
  const isAccount = kind.type === 'accounts';
  return {
    externalId: one.Id,
    type: kind.type,
    etag: one.SystemModstamp,
    name: null,
    firstName: isAccount ? null : text(one.FirstName),
    lastName: isAccount ? null : text(one.LastName),
    organization: text(isAccount ? one.Name : (one.Company ?? one.Account?.Name)),
    email: text(one.Email),
    phoneNumbers: numberLabels.flatMap((label) => {
      const number = text(one[numberFields[label]]);
      return number === null ? [] : [{ label, number }];
    }),
    avatarUrl: null,
    contactUrl: url,
    readonly: isAccount || one.IsPersonAccount,
    relatesTo: [],
    original: null,
  };
}

const text = (given: string | null | undefined): string | null => (given?.trim() ? given : null);

/** Fields that a draft sets; what it leaves out is emptied. */
export type Written = Readonly<Record<string, string | null>>;

/**
 * What a draft writes into a contact or a lead. Throws an `IntegrationError`: `too_many_numbers` where the record has no field for
 * one of them, `invalid` without any name, since Salesforce wants a last name.
 */
export function fieldsOf(kind: Kind, draft: ContactDraft, may: (field: string) => boolean): Written {
  const lastName = draft.lastName ?? draft.name ?? draft.firstName;
  if (lastName === null) throw new IntegrationError('invalid', 'A last name is needed', { provablyNotTaken: true });
  const names = {
    FirstName: draft.lastName === null ? null : draft.firstName,
    LastName: lastName,
    Email: draft.email,
  };
  const written = {
    ...names,
    ...numbersInFields(draft.phoneNumbers, {
      fields: kind.numbers.filter(may),
      ofLabel: numberFields,
      vendor: 'Salesforce',
    }),
  };
  return Object.fromEntries(Object.entries(written).filter(([name]) => may(name)));
}
