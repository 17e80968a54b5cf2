import { expect, test } from 'vitest';
import { withType } from './type-choice.ts';

const crm = { name: 'CRM', callLoggingEntityTypes: ['contacts', 'companies', 'deals'] } as const;

test('a kind is switched on and off, and other integrations keep theirs', () => {
  const types = { OTHER: ['cases'] };
  const both = withType(types, crm, 'deals', true);
  expect(both).toEqual({ OTHER: ['cases'], CRM: ['contacts', 'deals'] });
  expect(withType(both, crm, 'contacts', false)).toEqual({ OTHER: ['cases'], CRM: ['deals'] });
  expect(withType(withType(both, crm, 'contacts', false), crm, 'deals', false)).toEqual({ OTHER: ['cases'], CRM: [] });
});
