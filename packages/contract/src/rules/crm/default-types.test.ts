import { expect, test } from 'vitest';
import { defaultEntityTypes } from './default-types.ts';

const crm = { name: 'HUBSPOT', callLoggingEntityTypes: ['contacts', 'companies', 'deals'] } as const;
const of = (types: Record<string, string[]>) => defaultEntityTypes({ defaultCallLoggingEntityTypes: types }, crm);

test('calls are logged to the contact until a user chooses; what the CRM does not have is left out', () => {
  expect(of({})).toEqual(['contacts']);
  expect(of({ PIPEDRIVE: ['deals'] })).toEqual(['contacts']);
  expect(of({ HUBSPOT: ['deals', 'cases', 'contacts'] })).toEqual(['contacts', 'deals']);
  expect(of({ HUBSPOT: [] })).toEqual([]);
});

test('leads are people where a CRM has them as such, and something of a person where it does not', () => {
  const types = ['contacts', 'leads', 'accounts', 'deals'] as const;
  const unchosen = (name: string) =>
    defaultEntityTypes({ defaultCallLoggingEntityTypes: {} }, { name, callLoggingEntityTypes: types });
  expect(['SALESFORCE', 'ZOHO', 'PIPEDRIVE'].map(unchosen)).toEqual([
    ['contacts', 'leads'],
    ['contacts', 'leads'],
    ['contacts'],
  ]);
});

test('the name of an integration is never a property of objects', () => {
  expect(defaultEntityTypes({ defaultCallLoggingEntityTypes: {} }, { ...crm, name: 'constructor' })).toEqual([
    'contacts',
  ]);
});
