import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ContactCreate } from '@sidetone/contract/entities/contact-change.ts';
import type { contactAttributeNames, Integration } from '@sidetone/contract/entities/integration.ts';
import { formatNumber, type NumberPlace } from '@sidetone/contract/rules/dialable.ts';
import { type NumberProblem, readNumber } from '@sidetone/contract/rules/number-reading.ts';
import { z } from 'zod';

export const contactFields = ['name', 'firstName', 'lastName', 'organization', 'email'] as const;
export type ContactField = (typeof contactFields)[number];

const numberEntry = z.object({
  /** Names the row for as long as the form is open. */
  key: z.string(),
  label: z.string(),
  /** As it is in the field. */
  typed: z.string(),
  /**
   * `call`: it came along from a call; `added`: it is what a contact was opened for; `fixed`: it can only be dialled as it
   * is, and stays so or goes.
   */
  origin: z.enum(['kept', 'fixed', 'typed', 'call', 'added']),
});
export type NumberEntry = z.infer<typeof numberEntry>;

export const contactValues = z.object({
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  organization: z.string(),
  email: z.string(),
  phoneNumbers: z.array(numberEntry),
});
/** What is in the form. */
export type ContactValues = z.infer<typeof contactValues>;

/** What the form has to know of an address book. */
export type FormRules = Pick<Integration, 'contactAttributes' | 'limitations' | 'phoneNumberLabels'> & {
  /** The full name follows from the others and has no field. */
  readonly derivesName?: boolean;
};

/** Of a form that has no address book yet. */
export const noRules: FormRules = { contactAttributes: {}, limitations: {}, phoneNumberLabels: [] };

/**
 * What the form about a contact keeps of the rules of an address book. One that has a full name beside first and last name
 * would have people write the same twice: it has a field only for someone whose name is in one piece.
 */
export function formRules(book: FormRules, contact: Contact | null): FormRules {
  const { contactAttributes, limitations, phoneNumberLabels } = book;
  const { FULL_NAME: full, ...others } = contactAttributes;
  const hasParts = others.FIRST_NAME !== undefined || others.LAST_NAME !== undefined;
  const derivesName = full === 'optional' && hasParts && !(contact && isInOnePiece(contact));
  return { contactAttributes: derivesName ? others : contactAttributes, limitations, phoneNumberLabels, derivesName };
}

function isInOnePiece({ firstName, lastName, name, organization, email }: Contact): boolean {
  return !firstName && !lastName && name !== '' && name !== organization && name !== email;
}

type AttributeName = (typeof contactAttributeNames)[number];
const fieldOf: Record<AttributeName, ContactField> = {
  FULL_NAME: 'name',
  FIRST_NAME: 'firstName',
  LAST_NAME: 'lastName',
  ORGANIZATION: 'organization',
  EMAIL: 'email',
};
const order: readonly AttributeName[] = ['FULL_NAME', 'FIRST_NAME', 'LAST_NAME', 'ORGANIZATION', 'EMAIL'];

/** The fields that an address book has, in the order in which they are filled in. */
export function fieldsOf({ contactAttributes }: FormRules): { field: ContactField; required: boolean }[] {
  return order.flatMap((attribute) => {
    const need = contactAttributes[attribute];
    return need === undefined ? [] : [{ field: fieldOf[attribute], required: need === 'required' }];
  });
}

/** What a new number is, unless someone says otherwise (specification 5). */
export function defaultLabel({ phoneNumberLabels }: FormRules): string {
  return phoneNumberLabels.includes('WORK') ? 'WORK' : (phoneNumberLabels[0] ?? 'WORK');
}

/** How many numbers a contact may have; null for any number of them. */
export function mostNumbers({ limitations }: FormRules): number | null {
  return limitations.maxNumbersPerContact ?? null;
}

const nothing = { name: '', firstName: '', lastName: '', organization: '', email: '' };

/** A new contact: whom the form was opened for may have a number, a name or both already. */
export function blankValues(
  rules: FormRules,
  { number, name, fromCall }: { number: string | null; name: string | null; fromCall: boolean },
): ContactValues {
  const entry: NumberEntry = {
    key: 'first',
    label: defaultLabel(rules),
    typed: number === null ? '' : formatNumber(number),
    origin: number === null ? 'typed' : fromCall ? 'call' : 'typed',
  };
  return {
    ...nothing,
    ...(name === null ? {} : splitName(name)),
    phoneNumbers: mostNumbers(rules) === 0 ? [] : [entry],
  };
}

/** The same for someone new: a number that only its old address book could keep as it was has to be put right. */
export function valuesAsNew(values: ContactValues): ContactValues {
  const phoneNumbers = values.phoneNumbers.map((entry) =>
    entry.origin === 'fixed' ? { ...entry, origin: 'typed' as const } : entry,
  );
  return { ...values, phoneNumbers };
}

/** A contact that is there, as the form shows it. */
export function valuesOf(contact: Contact, rules: FormRules): ContactValues {
  const known = { firstName: contact.firstName ?? '', lastName: contact.lastName ?? '' };
  // An address book without a full name shows what a name in one piece most likely consists of.
  const isSplit = isInOnePiece(contact) && rules.contactAttributes.FULL_NAME === undefined;
  const names = isSplit ? splitName(contact.name) : known;
  return {
    ...nothing,
    ...names,
    name: contact.name,
    organization: contact.organization ?? '',
    email: contact.email ?? '',
    phoneNumbers: contact.phoneNumbers.map((number, place) => ({
      key: `kept ${place} ${number.id}`,
      label: labelOf(number.label || number.type || defaultLabel(rules), rules),
      typed: number.e164 === null ? number.localized : formatNumber(number.e164),
      origin: number.e164 === null ? 'fixed' : 'kept',
    })),
  };
}

/** The values with one number more, empty where it is not known yet; the same values where the number is there already. */
export function withNumber(values: ContactValues, number: string, rules: FormRules): ContactValues {
  const typed = formatNumber(number);
  if (typed !== '' && values.phoneNumbers.some((entry) => entry.typed === typed)) return values;
  const added: NumberEntry = { key: 'added', label: defaultLabel(rules), typed, origin: 'added' };
  return { ...values, phoneNumbers: [...values.phoneNumbers, added] };
}

/** A label as the address book writes it. One of its contacts may have another, which stays as it is. */
function labelOf(label: string, rules: FormRules): string {
  return rules.phoneNumberLabels.find((one) => one.toUpperCase() === label.toUpperCase()) ?? label;
}

/** The same numbers with labels that another address book has. */
export function relabelled(values: ContactValues, rules: FormRules): ContactValues {
  const phoneNumbers = values.phoneNumbers.map((entry) => {
    const label = labelOf(entry.label, rules);
    return { ...entry, label: rules.phoneNumberLabels.includes(label) ? label : defaultLabel(rules) };
  });
  return { ...values, phoneNumbers };
}

/** The last word is the last name, everything before it the first one. */
function splitName(name: string): { name: string; firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/);
  return { name: name.trim(), firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}

/** What still is between the form and being saved. */
export type Missing =
  | { readonly kind: 'field'; readonly field: ContactField }
  | { readonly kind: 'someName' }
  | { readonly kind: 'email' }
  | ({ readonly kind: 'number' } & NumberMistake)
  | { readonly kind: 'tooMany'; readonly most: number };

/**
 * What is missing or wrong, in the order of the form; empty where it can be saved. What its source already had in `base`
 * is no mistake of users who change something else: an address that is none, and a number that is there twice.
 */
export function missingOf(
  values: ContactValues,
  rules: FormRules,
  place: NumberPlace,
  base: ContactValues | null = null,
): Missing[] {
  const fields = fieldsOf(rules);
  const missing: Missing[] = fields
    .filter(({ field, required }) => required && values[field].trim() === '')
    .map(({ field }) => ({ kind: 'field', field }));
  const naming = fields.filter(({ field }) => field !== 'email');
  const isNamed = naming.length === 0 || naming.some(({ field }) => values[field].trim() !== '');
  if (!isNamed && missing.every((one) => one.kind !== 'field' || one.field === 'email')) {
    missing.unshift({ kind: 'someName' });
  }
  const wasEmail = values.email.trim() === base?.email.trim();
  if (fields.some(({ field }) => field === 'email') && !wasEmail && !isEmail(values.email)) {
    missing.push({ kind: 'email' });
  }
  for (const mistake of numberProblems(values, place, base)) missing.push({ kind: 'number', ...mistake });
  const most = mostNumbers(rules);
  const filled = values.phoneNumbers.filter(({ typed }) => typed.trim() !== '').length;
  if (most !== null && filled > most) missing.push({ kind: 'tooMany', most });
  return missing;
}

const address = z.email();

/** Nothing is an address too: whether one is needed is another question. */
function isEmail(text: string): boolean {
  return text.trim() === '' || address.safeParse(text.trim()).success;
}

interface NumberMistake {
  readonly key: string;
  readonly label: string;
  readonly problem: NumberProblem | 'twice';
}

/** What is wrong with each number: what cannot be read, and what is there more often than it did in `base`. */
export function numberProblems(
  values: ContactValues,
  place: NumberPlace,
  base: ContactValues | null = null,
): NumberMistake[] {
  const twice = surplusOf(values, place, base);
  return values.phoneNumbers.flatMap(({ key, label, typed, origin }): NumberMistake[] => {
    if (origin === 'fixed') return [];
    const reading = readNumber(typed, place);
    if (reading.is === 'wrong') return [{ key, label, problem: reading.problem }];
    return twice.has(key) ? [{ key, label, problem: 'twice' }] : [];
  });
}

/** Keys of the numbers that are one too many; of two that are alike it is the one that was written. */
function surplusOf({ phoneNumbers }: ContactValues, place: NumberPlace, base: ContactValues | null): Set<string> {
  const before = base?.phoneNumbers ?? [];
  const e164Of = ({ typed, origin }: NumberEntry) => {
    const reading = readNumber(typed, place);
    return reading.is === 'number' && origin !== 'fixed' ? reading.e164 : null;
  };
  const left = new Map<string, number>();
  for (const entry of before) {
    const e164 = e164Of(entry);
    if (e164 !== null) left.set(e164, (left.get(e164) ?? 0) + 1);
  }
  const isUntouched = (entry: NumberEntry) =>
    before.some(({ key, typed }) => key === entry.key && typed === entry.typed);
  const surplus = new Set<string>();
  for (const entry of [...phoneNumbers].sort((one, other) => Number(isUntouched(other)) - Number(isUntouched(one)))) {
    const e164 = e164Of(entry);
    if (e164 === null) continue;
    const more = left.get(e164) ?? 1;
    if (more === 0) surplus.add(entry.key);
    else left.set(e164, more - 1);
  }
  return surplus;
}

/**
 * What is sent: only fields that the address book has, only numbers that can be read, and apart from them those that can only
 * be dialled as they are. A full name without a field stays
 * as it was in `base` until something changes that it consists of.
 */
export function bodyOf(
  values: ContactValues,
  rules: FormRules,
  place: NumberPlace,
  base: ContactValues = values,
): ContactCreate & { numbersAsTheyAre: string[] } {
  const texts = fieldsOf(rules).map(({ field }) => [field, values[field].trim() || null] as const);
  return {
    ...Object.fromEntries(texts),
    ...(rules.derivesName ? { name: isNamedAs(base, values) ? base.name || null : null } : {}),
    numbersAsTheyAre: values.phoneNumbers.flatMap(({ typed, origin }) => (origin === 'fixed' ? [typed] : [])),
    phoneNumbers: values.phoneNumbers.flatMap(({ label, typed, origin }) => {
      const reading = readNumber(typed, place);
      return reading.is === 'number' && origin !== 'fixed'
        ? [{ label: labelOf(label, rules), phoneNumber: reading.e164 }]
        : [];
    }),
  };
}

const isNamedAs = (base: ContactValues, values: ContactValues): boolean =>
  base.firstName === values.firstName &&
  base.lastName === values.lastName &&
  (base.name !== base.organization || base.organization === values.organization);

/** Fields, and `phoneNumbers`, in which the two differ, in the order of the form. */
export function differences(one: ContactValues, other: ContactValues): (ContactField | 'phoneNumbers')[] {
  const fields: (ContactField | 'phoneNumbers')[] = contactFields.filter(
    (field) => one[field].trim() !== other[field].trim(),
  );
  if (numbersAsText(one) !== numbersAsText(other)) fields.push('phoneNumbers');
  return fields;
}

const numbersAsText = ({ phoneNumbers }: ContactValues): string =>
  phoneNumbers
    .filter(({ typed }) => typed.trim() !== '')
    .map(({ label, typed }) => `${label} ${typed.replace(/[\s-]/g, '')}`)
    .join('\n');
