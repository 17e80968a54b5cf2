import type { CrmEntity } from '@sidetone/contract/entities/call-log.ts';
import { expect, test } from 'vitest';
import { bothOf, openOf } from './records-of-contact.ts';

const said = (type: CrmEntity['type'], id: string, more: Partial<CrmEntity> = {}): CrmEntity => ({
  integrationId: 'i',
  source: 'HUBSPOT',
  type,
  id,
  label: `${type} ${id}`,
  url: null,
  isOpen: null,
  ownerId: null,
  isHidden: false,
  ...more,
});

test('SCONTACT-007: a record that came with the contact and that its CRM names again is there once, as the CRM says it', () => {
  const came = [
    { id: '7', type: 'deals', label: 'Old name', url: null, isOpen: true },
    { id: '8', type: 'companies', label: 'Rheinwerk', url: null, isOpen: null },
  ];
  expect(bothOf(came, [said('deals', '7', { label: 'New name', isOpen: false })])).toEqual([
    { id: '7', type: 'deals', label: 'New name', url: null, isOpen: false },
    came[1],
  ]);
});

test('a record that the connection may not see is shown neither way', () => {
  const came = [{ id: '7', type: 'deals', label: 'Cooling', url: null, isOpen: true }];
  expect(bothOf(came, [said('deals', '7', { label: '', isHidden: true })])).toEqual([]);
});

test('while somebody rings, open deals come before open tickets, and companies, closed and nameless ones are left out', () => {
  const records = [
    { id: '1', type: 'companies', label: 'Rheinwerk', isOpen: null },
    { id: '2', type: 'tickets', label: 'Gate 4', isOpen: true },
    { id: '3', type: 'deals', label: 'Lost one', isOpen: false },
    { id: '4', type: 'deals', label: 'Cooling', isOpen: true },
    { id: '5', type: 'deals', label: null, isOpen: true },
  ];
  expect(openOf(records).map(({ id }) => id)).toEqual(['4', '2']);
});
