import { expect, test } from 'vitest';
import { addressesIn, problemOfLines } from './address-lines.ts';

test('a field with one address in each line shows the problem of the list, else of the first faulty line', () => {
  expect(addressesIn('a@x.example\nb@x.example, c; d')).toEqual(['a@x.example', 'b@x.example', 'c', 'd']);
  expect(problemOfLines({ message: 'twice' })).toBe('twice');
  const third: unknown[] = [];
  third[2] = { message: 'no address' };
  expect(problemOfLines(third)).toBe('no address');
  expect(problemOfLines(undefined)).toBeUndefined();
});
