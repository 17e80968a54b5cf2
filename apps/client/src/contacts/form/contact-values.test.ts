import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { expect, test } from 'vitest';
import {
  blankValues,
  bodyOf,
  type ContactValues,
  defaultLabel,
  differences,
  type FormRules,
  fieldsOf,
  formRules,
  missingOf,
  relabelled,
  valuesAsNew,
  valuesOf,
  withNumber,
} from './contact-values.ts';

const berlin = { country: 'DE', areaCode: '30' };
const own: FormRules = {
  contactAttributes: { FIRST_NAME: 'optional', LAST_NAME: 'optional', ORGANIZATION: 'optional', EMAIL: 'optional' },
  limitations: { maxNumbersPerContact: 3 },
  phoneNumberLabels: ['WORK', 'MOBILE', 'OTHER'],
};
const strict: FormRules = {
  contactAttributes: { LAST_NAME: 'required', EMAIL: 'required', FIRST_NAME: 'optional' },
  limitations: {},
  phoneNumberLabels: ['Büro'],
};
const blank = blankValues(own, { number: null, name: null, fromCall: false });
const entry = (typed: string, more: Partial<ContactValues['phoneNumbers'][number]> = {}) => ({
  key: typed,
  label: 'WORK',
  typed,
  origin: 'typed' as const,
  ...more,
});
const with_ = (more: Partial<ContactValues>): ContactValues => ({ ...blank, ...more });

const kolbe: Contact = {
  id: 'k1',
  source: 'SIDETONE',
  integrationId: 'i1',
  type: 'contacts',
  name: 'Svenja Kolbe',
  firstName: 'Svenja',
  lastName: 'Kolbe',
  organization: 'Hafenwerk GmbH',
  email: null,
  phoneNumbers: [
    { id: 'n1', type: 'WORK', label: 'work', localized: '040 66969107', e164: '+494066969107' },
    { id: 'n2', type: 'pager', label: 'pager', localized: '24', e164: null },
  ],
  readonly: false,
  isTeam: false,
  relatesTo: [],
  priority: 0,
};

test('a form has the fields of its address book, in the usual order, and says which are required', () => {
  expect(fieldsOf(strict)).toEqual([
    { field: 'firstName', required: false },
    { field: 'lastName', required: true },
    { field: 'email', required: true },
  ]);
});

test('a new number is for work, unless the address book has no such kind', () => {
  expect([defaultLabel(own), defaultLabel(strict)]).toEqual(['WORK', 'Büro']);
});

test('a number from a call is in the new form as users read it', () => {
  const { phoneNumbers } = blankValues(own, { number: '+494066969107', name: null, fromCall: true });
  expect(phoneNumbers).toMatchObject([{ typed: '+49 40 66969107', label: 'WORK', origin: 'call' }]);
});

test('a name typed into the search is split into first and last name', () => {
  const { firstName, lastName } = blankValues(own, { number: null, name: ' Anna Lena  Kolbe ', fromCall: false });
  expect([firstName, lastName]).toEqual(['Anna Lena', 'Kolbe']);
});

test('a person without a name or an organisation cannot be saved, an organisation alone can', () => {
  expect(missingOf(with_({ email: 'a@b.example' }), own, berlin)).toEqual([{ kind: 'someName' }]);
  expect(missingOf(with_({ organization: 'Hafenwerk' }), own, berlin)).toEqual([]);
});

test('fields that an address book requires are missing while they are empty', () => {
  expect(missingOf(with_({ firstName: 'Svenja', lastName: ' ' }), strict, berlin)).toEqual([
    { kind: 'field', field: 'lastName' },
    { kind: 'field', field: 'email' },
  ]);
});

test('an invalid address or number, a duplicate and a number too many are reported', () => {
  const values = with_({
    lastName: 'Kolbe',
    email: 'kolbe@',
    phoneNumbers: [entry('040 66969107'), entry('+49 4'), entry('+49 40 66969107'), entry('030 12345678'), entry('')],
  });
  expect(missingOf(values, own, berlin)).toEqual([
    { kind: 'email' },
    { kind: 'number', key: '+49 4', label: 'WORK', problem: 'tooShort' },
    { kind: 'number', key: '+49 40 66969107', label: 'WORK', problem: 'twice' },
    { kind: 'tooMany', most: 3 },
  ]);
});

test('existing faults of the source are not reported to users who change something else', () => {
  const numbers = kolbe.phoneNumbers.slice(0, 1).flatMap((number) => [number, { ...number, id: 'again' }]);
  const base = valuesOf({ ...kolbe, email: 'kolbe@', phoneNumbers: numbers }, own);
  expect(missingOf({ ...base, organization: 'Hafenwerk' }, own, berlin, base)).toEqual([]);
  expect(bodyOf(base, own, berlin, base)).toMatchObject({ email: 'kolbe@', phoneNumbers: [{}, {}] });
  expect(missingOf({ ...base, email: 'kolbe@@' }, own, berlin, base)).toEqual([{ kind: 'email' }]);
  const third = { ...base, phoneNumbers: [entry('040 66969107'), ...base.phoneNumbers] };
  expect(missingOf(third, own, berlin, base)).toEqual([
    { kind: 'number', key: '040 66969107', label: 'WORK', problem: 'twice' },
  ]);
});

test('of two equal numbers the one that was typed is reported', () => {
  const base = with_({ lastName: 'Kolbe', phoneNumbers: [entry('030 12345678'), entry('+49 40 66969107')] });
  const [first, second] = base.phoneNumbers;
  const phoneNumbers = [{ ...first, typed: '040 66969107' }, second] as ContactValues['phoneNumbers'];
  expect(missingOf({ ...base, phoneNumbers }, own, berlin, base)).toEqual([
    { kind: 'number', key: '030 12345678', label: 'WORK', problem: 'twice' },
  ]);
});

test('only numbers that can be read are sent, and only fields that the address book has', () => {
  const values = with_({
    lastName: ' Kolbe ',
    organization: 'Hafenwerk',
    phoneNumbers: [entry('040 66969107', { label: 'MOBILE' }), entry('nobody'), entry('')],
  });
  expect(bodyOf(values, own, berlin)).toEqual({
    firstName: null,
    lastName: 'Kolbe',
    organization: 'Hafenwerk',
    email: null,
    numbersAsTheyAre: [],
    phoneNumbers: [{ label: 'MOBILE', phoneNumber: '+494066969107' }],
  });
  expect(bodyOf(values, strict, berlin)).not.toHaveProperty('organization');
});

test('a number that can only be dialled as it is is not sent, and is not reported', () => {
  const values = valuesOf(kolbe, own);
  expect(values.phoneNumbers).toMatchObject([
    { label: 'WORK', typed: '+49 40 66969107', origin: 'kept' },
    { label: 'pager', typed: '24', origin: 'fixed' },
  ]);
  expect(missingOf(values, own, berlin)).toEqual([]);
  expect(bodyOf(values, own, berlin)).toMatchObject({
    phoneNumbers: [{ label: 'WORK', phoneNumber: '+494066969107' }],
    numbersAsTheyAre: ['24'],
  });
  const [first] = values.phoneNumbers;
  expect(bodyOf({ ...values, phoneNumbers: first ? [first] : [] }, own, berlin).numbersAsTheyAre).toEqual([]);
  expect(valuesAsNew(values).phoneNumbers.map(({ origin }) => origin)).toEqual(['kept', 'typed']);
});

test('a whole name fills the fields of an address book that has two', () => {
  const values = valuesOf({ ...kolbe, firstName: null, lastName: null }, own);
  expect([values.firstName, values.lastName]).toEqual(['Svenja', 'Kolbe']);
  const company = valuesOf({ ...kolbe, firstName: null, lastName: null, name: 'Hafenwerk GmbH' }, own);
  expect([company.firstName, company.lastName, company.organization]).toEqual(['', '', 'Hafenwerk GmbH']);
});

test('a full name beside its parts has no field, and stays until one of its parts changes', () => {
  const cards: FormRules = { ...own, contactAttributes: { ...own.contactAttributes, FULL_NAME: 'optional' } };
  const doctor = { ...kolbe, name: 'Dr. Svenja Kolbe' };
  const rules = formRules(cards, doctor);
  expect(fieldsOf(rules).map(({ field }) => field)).not.toContain('name');
  const base = valuesOf(doctor, rules);
  const changed = { ...base, email: 's@hafenwerk.example' };
  expect(bodyOf(changed, rules, berlin, base).name).toBe('Dr. Svenja Kolbe');
  expect(bodyOf({ ...base, lastName: 'Marten' }, rules, berlin, base).name).toBeNull();
  const company = valuesOf({ ...kolbe, firstName: null, lastName: null, name: 'Hafenwerk GmbH' }, rules);
  expect(bodyOf({ ...company, organization: 'Hafenwerk AG' }, rules, berlin, company).name).toBeNull();
});

test('a person with only a whole name has a field for it', () => {
  const cards: FormRules = { ...own, contactAttributes: { ...own.contactAttributes, FULL_NAME: 'optional' } };
  const practice = { ...kolbe, firstName: null, lastName: null, name: 'Praxis Dr. Holm' };
  const rules = formRules(cards, practice);
  expect(fieldsOf(rules)[0]).toEqual({ field: 'name', required: false });
  const values = valuesOf(practice, rules);
  expect([values.name, values.lastName]).toEqual(['Praxis Dr. Holm', '']);
  expect(bodyOf(values, rules, berlin).name).toBe('Praxis Dr. Holm');
});

test('a number for a contact is added once', () => {
  const values = valuesOf(kolbe, own);
  expect(withNumber(values, '+494066969107', own)).toBe(values);
  expect(withNumber(values, '+491724400318', own).phoneNumbers.at(-1)).toMatchObject({
    typed: '+49 172 4400318',
    origin: 'added',
  });
  expect(withNumber(values, '', own).phoneNumbers).toHaveLength(3);
});

test('a number that is only written differently, and an empty row, are no change', () => {
  const values = valuesOf(kolbe, own);
  const [first, ...rest] = values.phoneNumbers;
  const spaced = { ...values, phoneNumbers: [{ ...first, typed: '+49 4066969 107' }, ...rest, entry('')] };
  expect(differences(values, spaced as ContactValues)).toEqual([]);
  expect(differences(values, { ...values, email: 'a@b.example', phoneNumbers: rest })).toEqual([
    'email',
    'phoneNumbers',
  ]);
});

test('another address book gives the numbers its own kinds', () => {
  const values = with_({ phoneNumbers: [entry('1', { label: 'MOBILE' })] });
  expect(relabelled(values, strict).phoneNumbers[0]?.label).toBe('Büro');
  expect(relabelled(values, own).phoneNumbers[0]?.label).toBe('MOBILE');
});
