import { mostNumbersOfOwnContact } from '@sidetone/contract/rules/limits.ts';
import { expect, test } from 'vitest';
import type { FileContact } from './file-contact.ts';
import { readEntry } from './import-contact.ts';

const berlin = { country: 'DE', areaCode: '30' };
const anna: FileContact = {
  ...{ uid: null, name: 'Anna', firstName: null, lastName: null, organization: null, email: null },
  ...{ phoneNumbers: [], avatarUrl: null, original: null },
};
const readNumbers = (...numbers: string[]) => {
  const phoneNumbers = numbers.map((number) => ({ label: 'WORK' as const, number }));
  return readEntry({ place: 1, contact: { ...anna, phoneNumbers }, start: '' }, berlin);
};

test('what follows a number goes', () => {
  for (const number of ['030 901820 ext 12', '030 901820;12', '030 901820 Durchwahl 3']) {
    expect(readNumbers(number).contact?.numbers.map(({ e164 }) => e164)).toEqual(['+4930901820']);
  }
});

test('a number as long as a file may have is told like any other that is none', { timeout: 2000 }, () => {
  const { contact, problems } = readNumbers(`030${' '.repeat(1_000_000)}x`);
  expect(contact?.numbers).toEqual([]);
  expect(problems).toMatchObject([{ code: 'INVALID_NUMBER' }]);
});

test('of more numbers than anybody has the first ones count', { timeout: 2000 }, () => {
  const { contact, problems } = readNumbers(...Array.from({ length: 100_000 }, (_none, at) => `030 ${901_000 + at}`));
  expect(contact?.numbers).toHaveLength(mostNumbersOfOwnContact);
  expect(problems).toEqual([{ place: 1, code: 'TOO_MANY_NUMBERS', text: 'Anna' }]);
});
