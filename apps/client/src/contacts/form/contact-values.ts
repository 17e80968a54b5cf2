import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ContactCreate } from '@sidetone/contract/entities/contact-change.ts';
import type { contactAttributeNames, Integration } from '@sidetone/contract/entities/integration.ts';
import { formatNumber, type NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';
import { type NumberProblem, readNumber } from '@sidetone/contract/rules/numbers/number-reading.ts';
import { z } from 'zod';

export const contactFields = ['name', 'firstName', 'lastName', 'organization', 'email'] as const;
export type ContactField = (typeof contactFields)[number];

const numberEntry = z.object({
  /** The key of the row for as long as the form is open. */
  key: z.string(),
  label: z.string(),
  /** As it is in the field. */
  typed: z.string(),
  /**
   * `call`: it came from a call; `added`: the contact was opened for it; `fixed`: it can only be dialled as it is, and
   * stays so or is removed.
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
/** The values of the form. */
export type ContactValues = z.infer<typeof contactValues>;

/** What the form needs to know of an address book. */
export type FormRules = Pick<Integration, 'contactAttributes' | 'limitations' | 'phoneNumberLabels'> & {
  /** The full name follows from the others and has no field. */
  readonly derivesName?: boolean;
};

/** For a form that has no address book yet. */
export const noRules: FormRules = { contactAttributes: {}, limitations: {}, phoneNumberLabels: [] };

/**
 * What the form of a contact uses of the rules of an address book. Where it has a full name beside first and last name,
 * users would have to write the same twice: there is a field for it only where the contact has only a full name.
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

/** The kind of a new number, unless the user chooses another one (specification 5). */
export function defaultLabel({ phoneNumberLabels }: FormRules): string {
  return phoneNumberLabels.includes('WORK') ? 'WORK' : (phoneNumberLabels[0] ?? 'WORK');
}

/** The number of phone numbers that a contact may have; null for any number. */
export function mostNumbers({ limitations }: FormRules): number | null {
  return limitations.maxNumbersPerContact ?? null;
}

const nothing = { name: '', firstName: '', lastName: '', organization: '', email: '' };

/** The values of a new contact: the request may bring a number, a name or both. */
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

/** The same for a new contact: a number that only its old address book could keep has to be corrected. */
export function valuesAsNew(values: ContactValues): ContactValues {
  const phoneNumbers = values.phoneNumbers.map((entry) =>
    entry.origin === 'fixed' ? { ...entry, origin: 'typed' as const } : entry,
  );
  return { ...values, phoneNumbers };
}

/** An existing contact, as the form shows it. */
export function valuesOf(contact: Contact, rules: FormRules): ContactValues {
  const known = { firstName: contact.firstName ?? '', lastName: contact.lastName ?? '' };
  // An address book without a full name shows the most likely parts of a whole name.
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

/**
 * The values with one more number, empty where it is not known yet; the same values where the number is there already.
 */
export function withNumber(values: ContactValues, number: string, rules: FormRules): ContactValues {
  const typed = formatNumber(number);
  if (typed !== '' && values.phoneNumbers.some((entry) => entry.typed === typed)) return values;
  const added: NumberEntry = { key: 'added', label: defaultLabel(rules), typed, origin: 'added' };
  return { ...values, phoneNumbers: [...values.phoneNumbers, added] };
}

/** A label as the address book writes it. A label that one of its contacts already has stays as it is. */
function labelOf(label: string, rules: FormRules): string {
  return rules.phoneNumberLabels.find((one) => one.toUpperCase() === label.toUpperCase()) ?? label;
}

/** The same numbers with labels of another address book. */
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

/** An obstacle to saving the form. */
export type Missing =
  | { readonly kind: 'field'; readonly field: ContactField }
  | { readonly kind: 'someName' }
  | { readonly kind: 'email' }
  | ({ readonly kind: 'number' } & NumberMistake)
  | { readonly kind: 'tooMany'; readonly most: number };

/**
 * The obstacles to saving, in the order of the form; empty where there are none. Faults that `base` already had do not
 * count against users who change something else: an invalid address, a duplicate number.
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

/** An empty address is valid: whether one is required is another question. */
function isEmail(text: string): boolean {
  return text.trim() === '' || address.safeParse(text.trim()).success;
}

interface NumberMistake {
  readonly key: string;
  readonly label: string;
  readonly problem: NumberProblem | 'twice';
}

/** The problems of each number: numbers that cannot be read, and numbers that occur more often than in `base`. */
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

/** Keys of the duplicate numbers; of two equal ones it is the one that was typed. */
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
 * The body to send: only fields that the address book has, only numbers that can be read, and separately the numbers
 * that can only be dialled as they are. A full name without a field stays as in `base` until one of its parts changes.
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
