import { mostNumbersOfOwnContact } from '@sidetone/contract/rules/limits.ts';
import { expect, test } from 'vitest';
import type { FileContact } from './file-contact.ts';
import { readEntry } from './import-contact.ts';

const berlin = { country: 'DE', areaCode: '30' };
const anna: FileContact = {
  uid: null,
  name: 'Anna',
  firstName: null,
  lastName: null,
  organization: null,
  email: null,
  phoneNumbers: [],
  avatarUrl: null,
  original: null,
};
const readNumbers = (...numbers: string[]) => {
  const phoneNumbers = numbers.map((number) => ({ label: 'WORK' as const, number }));
  return readEntry({ place: 1, contact: { ...anna, phoneNumbers }, start: '' }, berlin);
};

test.each([
  ['name', 'LONG_NAME'],
  ['firstName', 'LONG_FIRST_NAME'],
  ['lastName', 'LONG_LAST_NAME'],
  ['organization', 'LONG_ORGANIZATION'],
] as const)('a %s that is longer than a contact keeps it is cut, and told', (field, code) => {
  const longest = 'a'.repeat(200);
  for (const text of [longest, `${longest}   `]) {
    expect(readEntry({ place: 7, contact: { ...anna, [field]: text }, start: '' }, berlin).problems).toEqual([]);
  }
  const read = readEntry({ place: 7, contact: { ...anna, [field]: `${longest}b` }, start: '' }, berlin);
  expect(read.contact?.[field]).toBe(longest);
  expect(read.problems).toEqual([{ place: 7, code, text: longest }]);
});

test('a text that is both the name and the company appears once', () => {
  const organization = 'a'.repeat(201);
  const { problems } = readEntry({ place: 7, contact: { ...anna, name: null, organization }, start: '' }, berlin);
  expect(problems.map(({ code }) => code)).toEqual(['LONG_NAME']);
});

test('values that would be wrong when cut are left out, and reported', () => {
  const email = `anna@example.${'com.'.repeat(60)}de.example`;
  const picture = `https://example.com/${'a'.repeat(2000)}`;
  const long: FileContact = {
    ...anna,
    email,
    avatarUrl: picture,
    phoneNumbers: [{ label: 'WORK', number: `030 901820${' '.repeat(200)}55` }],
  };
  const { contact, problems } = readEntry({ place: 7, contact: long, start: '' }, berlin);
  expect(contact).toMatchObject({ email: null, avatarUrl: null, numbers: [] });
  expect(problems.map(({ code }) => code)).toEqual(['INVALID_NUMBER', 'INVALID_EMAIL', 'LONG_PICTURE']);
});

test('two long UIDs that begin alike are two, and one is the same again', () => {
  const [one, again, other] = ['a', 'a', 'b'].map(
    (end) => readEntry({ place: 1, contact: { ...anna, uid: 'u'.repeat(5000) + end }, start: '' }, berlin).contact?.uid,
  );
  expect(one).toBe(again);
  expect(one).not.toBe(other);
  expect(one?.length).toBeLessThanOrEqual(400);
});

test('what follows a number goes', () => {
  for (const number of ['030 901820 ext 12', '030 901820;12', '030 901820 Durchwahl 3']) {
    expect(readNumbers(number).contact?.numbers.map(({ e164 }) => e164)).toEqual(['+4930901820']);
  }
});

test('a number as long as a file may have is reported like any other invalid one', { timeout: 2000 }, () => {
  const { contact, problems } = readNumbers(`030${' '.repeat(1_000_000)}x`);
  expect(contact?.numbers).toEqual([]);
  expect(problems).toMatchObject([{ code: 'INVALID_NUMBER' }]);
});

test('of more numbers than anybody has the first ones count', { timeout: 2000 }, () => {
  const { contact, problems } = readNumbers(...Array.from({ length: 100_000 }, (_none, at) => `030 ${901_000 + at}`));
  expect(contact?.numbers).toHaveLength(mostNumbersOfOwnContact);
  expect(problems).toEqual([{ place: 1, code: 'TOO_MANY_NUMBERS', text: 'Anna' }]);
});
