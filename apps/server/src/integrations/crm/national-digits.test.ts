import { expect, test } from 'vitest';
import { contactOf } from '../sipgate/records.ts';
import { nationalDigits, withDigits } from './national-digits.ts';

const contact = (id: string, ...numbers: string[]) =>
  contactOf({ id, numbers: numbers.map((number) => ({ number, type: ['work'] })) });

test('contacts are known by their digits, however their numbers were entered; without any digits nobody is', () => {
  const digits = nationalDigits('+492214710562');
  expect(digits).toBe('2214710562');
  const all = [contact('1', '0221 / 47 10-562'), contact('2', '+49 221 4710563'), contact('3', 'ask', '02214710562')];
  expect(withDigits(all, digits).map(({ externalId }) => externalId)).toEqual(['1', '3']);
  expect(withDigits(all, '')).toEqual([]);
});
