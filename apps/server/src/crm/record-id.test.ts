import { expect, test } from 'vitest';
import { mirroredAs, recordIdOf } from './record-id.ts';

test('a contact and a company with the same id are mirrored apart, and each is found again', () => {
  const both = [
    { type: 'contacts', id: '7' },
    { type: 'companies', id: '7' },
  ] as const;
  expect(both.map(mirroredAs)).toEqual(['7', 'companies:7']);
  expect(both.map((one) => recordIdOf(one.type, mirroredAs(one)))).toEqual(['7', '7']);
});

test('ids of CRMs that give every record one of its own stay as they are', () => {
  expect(recordIdOf('accounts', '001xx000003DGbYAAW')).toBe('001xx000003DGbYAAW');
  expect(recordIdOf('companies', 'companies:acme')).toBe('companies:acme');
  expect(recordIdOf('contacts', 'contacts:7')).toBe('contacts:7');
});
