import type { ContactNumber } from '@sidetone/contract/entities/contact.ts';
import { type ContactCreate, contactCreate } from '@sidetone/contract/entities/contact-change.ts';
import type { ErrorCode } from '@sidetone/contract/errors.ts';
import { type NumberPlace, normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { Refusal } from '../../requests/refusal.ts';
import type { BookOffer, ContactDraft } from './ports.ts';

/** What a contact was before someone changed it; of a new one nothing. */
export interface Before {
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly organization: string | null;
  readonly email: string | null;
  readonly phoneNumbers: readonly ContactNumber[];
}

/**
 * What someone wrote of a contact, as the address book is to keep it: numbers in E.164 form as they are read at that place,
 * in the own address book each once. What the address book has no attribute for stays as it was, and so do numbers that can
 * only be dialled as they are, unless someone took them out. Throws `Refusal` with issues that name the fields: VALIDATION_FAILED where something that is
 * needed is missing or something that was changed is not as in a new contact, INVALID_PHONE_TYPE, INVALID_NUMBER,
 * TOO_MANY_NUMBERS.
 */
export function checkDraft(
  given: ContactCreate & { readonly numbersAsTheyAre?: readonly string[] | undefined },
  offer: BookOffer,
  place: NumberPlace,
  before: Before | null = null,
): ContactDraft {
  const keeps = (attribute: keyof BookOffer['contactAttributes']) => offer.contactAttributes[attribute] !== undefined;
  const firstName = keeps('FIRST_NAME') ? textOf(given.firstName) : (before?.firstName ?? null);
  const lastName = keeps('LAST_NAME') ? textOf(given.lastName) : (before?.lastName ?? null);
  const organization = keeps('ORGANIZATION') ? textOf(given.organization) : (before?.organization ?? null);
  const email = keeps('EMAIL') ? textOf(given.email) : (before?.email ?? null);
  const fullName = keeps('FULL_NAME') ? textOf(given.name) : null;
  const values = {
    FULL_NAME: fullName,
    FIRST_NAME: firstName,
    LAST_NAME: lastName,
    ORGANIZATION: organization,
    EMAIL: email,
  };
  const needed = Object.entries(offer.contactAttributes).flatMap(([attribute, need]) => {
    const known = attribute as keyof typeof values;
    return need === 'required' && values[known] === null ? [fieldOf[known]] : [];
  });
  refuse('VALIDATION_FAILED', needed, 'is required by this address book');
  for (const [attribute, value] of Object.entries(values)) {
    const field = fieldOf[attribute as keyof typeof values];
    if (value === null || value === textOf(before?.[field])) continue;
    const { error } = contactCreate.shape[field].safeParse(value);
    if (error) refuse('VALIDATION_FAILED', [field], error.issues[0]?.message ?? 'is not taken');
  }
  const spoken = [firstName, lastName].filter((part) => part !== null).join(' ');
  const name = fullName ?? (spoken || organization);
  if (name === null) {
    refuse('VALIDATION_FAILED', [keeps('FULL_NAME') ? 'name' : 'firstName'], 'a name or an organisation is required');
  }
  const { numbersAsTheyAre: stay } = given;
  const numbers = before?.phoneNumbers ?? [];
  const left = stay ? numbers.filter(({ e164, localized }) => e164 !== null || stay.includes(localized)) : numbers;
  const phoneNumbers = checkNumbers(given.phoneNumbers, offer, place, left);
  return { name: name ?? '', fullName, firstName, lastName, organization, email, phoneNumbers };
}

const fieldOf = {
  FULL_NAME: 'name',
  FIRST_NAME: 'firstName',
  LAST_NAME: 'lastName',
  ORGANIZATION: 'organization',
  EMAIL: 'email',
} as const;

const textOf = (given: string | null | undefined): string | null => given?.trim() || null;

function checkNumbers(
  given: ContactCreate['phoneNumbers'],
  { phoneNumberLabels, limitations, isBuiltIn }: BookOffer,
  place: NumberPlace,
  before: readonly ContactNumber[],
): ContactDraft['phoneNumbers'] {
  const read = given.map(({ label, phoneNumber }) => ({ label, number: normalizeNumber(phoneNumber, place) }));
  // A label that its source gave it in its own way may stay where it is.
  const knows = (label: string, number: string | null) =>
    phoneNumberLabels.length === 0 ||
    phoneNumberLabels.includes(label) ||
    before.some((old) => old.label === label && old.e164 === number);
  const unknown = read.flatMap(({ label, number }, at) => (knows(label, number) ? [] : [`phoneNumbers.${at}.label`]));
  refuse('INVALID_PHONE_TYPE', unknown, 'this address book knows no such label');
  const wrong = read.flatMap(({ number }, at) => (number === null ? [`phoneNumbers.${at}.phoneNumber`] : []));
  refuse('INVALID_NUMBER', wrong, 'is no phone number');
  const valid = read.flatMap(({ label, number }) => (number === null ? [] : [{ label, number }]));
  // What another address book has twice is not ours to tidy up.
  const written = isBuiltIn
    ? valid.filter(({ number }, at) => valid.findIndex((one) => one.number === number) === at)
    : valid;
  const dialledAsTheyAre = before.flatMap(({ label, localized, e164 }) =>
    e164 === null ? [{ label, number: localized }] : [],
  );
  const all = [...written, ...dialledAsTheyAre];
  const most = limitations.maxNumbersPerContact ?? Number.POSITIVE_INFINITY;
  refuse('TOO_MANY_NUMBERS', all.length > most ? ['phoneNumbers'] : [], `more than ${most} numbers`);
  return all;
}

/** Throws where a field has something wrong. */
function refuse(code: ErrorCode, paths: readonly string[], message: string): void {
  if (paths.length === 0) return;
  const issues = paths.map((path) => ({ path, message }));
  throw new Refusal(code, `${paths.join(', ')}: ${message}.`, { issues });
}
