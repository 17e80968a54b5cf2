import type { ContactCreate } from '@sidetone/contract/entities/contact-change.ts';
import type { NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';
import { expect, test } from 'vitest';
import { Refusal } from '../../requests/refusal.ts';
import { type Before, checkDraft } from './check-draft.ts';
import { ownBook } from './own-book.ts';
import type { BookOffer } from './ports.ts';

const berlin: NumberPlace = { country: 'DE', areaCode: '30' };

const check = (given: Partial<ContactCreate>, offer: BookOffer = ownBook, before: Before | null = null) =>
  checkDraft({ phoneNumbers: [], ...given }, offer, berlin, before);

const refusal = (...asked: Parameters<typeof check>) => {
  try {
    return check(...asked);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, paths: error.issues?.map(({ path }) => path) };
  }
};

const number = (phoneNumber: string, label = 'WORK') => ({ label, phoneNumber });

test('numbers come in E.164 form, as they are read in the place of the account, each once', () => {
  const phoneNumbers = [
    number('030 901820'),
    number('901820', 'HOME'),
    number('+43 1 4000', 'MOBILE'),
    number('0049 (89) 12345', 'FAX'),
  ];
  expect(check({ firstName: 'Ada', phoneNumbers }).phoneNumbers).toEqual([
    { label: 'WORK', number: '+4930901820' },
    { label: 'MOBILE', number: '+4314000' },
    { label: 'FAX', number: '+498912345' },
  ]);
});

test('a value that another address book has twice stays there twice', () => {
  const phoneNumbers = [number('030 901820'), number('+49 30 901820', 'HOME')];
  expect(check({ firstName: 'Ada', phoneNumbers }, { ...ownBook, isBuiltIn: false }).phoneNumbers).toEqual([
    { label: 'WORK', number: '+4930901820' },
    { label: 'HOME', number: '+4930901820' },
  ]);
});

test('what stays as it was may be longer than what is new, and no address at all', () => {
  const long = 'x'.repeat(300);
  const before = nobody({ firstName: 'Ada', lastName: long, email: 'ask her' });
  const stays = { lastName: long, email: ' ask her ' };
  expect(check({ ...stays, firstName: 'Grace' }, ownBook, before)).toMatchObject({
    firstName: 'Grace',
    lastName: long,
  });
  expect(check({ firstName: 'Ada', email: '' }, ownBook, before)).toMatchObject({ email: null });
  const wrong = { code: 'VALIDATION_FAILED', paths: ['lastName'] };
  expect(refusal({ ...stays, lastName: `${long}y` }, ownBook, before)).toEqual(wrong);
  expect(refusal({ ...stays, email: 'ask him' }, ownBook, before)).toEqual({ ...wrong, paths: ['email'] });
  expect(refusal(stays)).toEqual(wrong);
});

test('a number that cannot be called from everywhere is no number of a contact, and its field is named', () => {
  for (const wrong of ['12', '110', '*43', 'anna', '+', '+49 000000', '0'.repeat(40)]) {
    expect(refusal({ firstName: 'Ada', phoneNumbers: [number('030 901820'), number(wrong)] }), wrong).toEqual({
      code: 'INVALID_NUMBER',
      paths: ['phoneNumbers.1.phoneNumber'],
    });
  }
});

test('a label is one of the address book, or the one that a number had before', () => {
  const phoneNumbers = [number('030 901820', 'PAGER')];
  expect(refusal({ firstName: 'Ada', phoneNumbers })).toEqual({
    code: 'INVALID_PHONE_TYPE',
    paths: ['phoneNumbers.0.label'],
  });
  const kept = { id: '1', type: 'PAGER', label: 'PAGER', localized: '030 901820', e164: '+4930901820' };
  expect(check({ firstName: 'Ada', phoneNumbers }, ownBook, nobody({ phoneNumbers: [kept] })).phoneNumbers).toEqual([
    { label: 'PAGER', number: '+4930901820' },
  ]);
  expect(check({ firstName: 'Ada', phoneNumbers }, { ...ownBook, phoneNumberLabels: [] }).phoneNumbers).toHaveLength(1);
});

test('as many numbers as the address book keeps, and not one more', () => {
  const offer = { ...ownBook, limitations: { maxNumbersPerContact: 2 } };
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => number(`030 90182${at}`));
  expect(check({ firstName: 'Ada', phoneNumbers: numbers(2) }, offer).phoneNumbers).toHaveLength(2);
  expect(refusal({ firstName: 'Ada', phoneNumbers: numbers(3) }, offer)).toEqual({
    code: 'TOO_MANY_NUMBERS',
    paths: ['phoneNumbers'],
  });
  expect(
    check({ firstName: 'Ada', phoneNumbers: numbers(50) }, { ...ownBook, limitations: {} }).phoneNumbers,
  ).toHaveLength(50);
});

test('fields that an address book requires are named, all of them', () => {
  const offer: BookOffer = {
    ...ownBook,
    contactAttributes: { FIRST_NAME: 'optional', LAST_NAME: 'required', EMAIL: 'required' },
  };
  expect(refusal({ firstName: 'Ada', email: ' ' }, offer)).toEqual({
    code: 'VALIDATION_FAILED',
    paths: ['lastName', 'email'],
  });
  expect(check({ lastName: 'Lovelace', email: 'ada@example.com' }, offer)).toMatchObject({ name: 'Lovelace' });
});

test('nobody is without a name: their own, the organisation, or the full one where the address book has one', () => {
  expect(check({ firstName: ' Ada ', lastName: 'Lovelace', organization: 'Engines' }).name).toBe('Ada Lovelace');
  expect(check({ firstName: '', organization: 'Engines' })).toMatchObject({ name: 'Engines', firstName: null });
  expect(refusal({ email: 'ada@example.com', name: 'Ada' })).toEqual({
    code: 'VALIDATION_FAILED',
    paths: ['firstName'],
  });
  const full: BookOffer = { ...ownBook, contactAttributes: { FULL_NAME: 'required' } };
  expect(check({ name: 'Ada Lovelace', firstName: 'ignored' }, full)).toMatchObject({
    name: 'Ada Lovelace',
    firstName: null,
  });
  expect(refusal({ firstName: 'Ada' }, full)).toEqual({ code: 'VALIDATION_FAILED', paths: ['name'] });
});

test('a whole name belongs to a contact only if a user wrote it', () => {
  const offer: BookOffer = { ...ownBook, contactAttributes: { ...ownBook.contactAttributes, FULL_NAME: 'optional' } };
  const names = { firstName: 'Ada', lastName: 'Lovelace' };
  expect(check(names, offer)).toMatchObject({ name: 'Ada Lovelace', fullName: null });
  expect(check({ ...names, name: 'Dr. Ada' }, offer)).toMatchObject({ name: 'Dr. Ada', fullName: 'Dr. Ada' });
});

test('a number that can only be dialled as it is goes where somebody takes it out', () => {
  const number = (localized: string) => ({ id: localized, type: 'WORK', label: 'WORK', localized, e164: null });
  const before = nobody({ firstName: 'Ada', phoneNumbers: [number('4711'), number('ask her')] });
  const left = (numbersAsTheyAre?: string[]) =>
    checkDraft({ firstName: 'Ada', phoneNumbers: [], numbersAsTheyAre }, ownBook, berlin, before).phoneNumbers;
  expect(left(['4711', 'of nobody'])).toEqual([{ label: 'WORK', number: '4711' }]);
  expect(left([])).toEqual([]);
  expect(left()).toHaveLength(2);
});

test('what the address book has no field for stays, as do numbers that can only be dialled as they are', () => {
  const extension = { id: '1', type: 'WORK', label: 'WORK', localized: '4711', e164: null };
  const before = nobody({ organization: 'Engines', email: 'ada@example.com', phoneNumbers: [extension] });
  const offer: BookOffer = { ...ownBook, contactAttributes: { FIRST_NAME: 'required' } };
  expect(check({ firstName: 'Ada', organization: 'Other', email: null }, offer, before)).toEqual({
    name: 'Ada',
    fullName: null,
    firstName: 'Ada',
    lastName: null,
    organization: 'Engines',
    email: 'ada@example.com',
    phoneNumbers: [{ label: 'WORK', number: '4711' }],
  });
});

const nobody = (but: Partial<Before>): Before => ({
  name: 'x',
  firstName: null,
  lastName: null,
  organization: null,
  email: null,
  phoneNumbers: [],
  ...but,
});
