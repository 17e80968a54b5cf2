import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { expect, test } from 'vitest';
import { isWhatWasSent } from './already-there.ts';

const contact: Contact = {
  ...{ id: 'k1', source: 'SIDETONE', integrationId: 'i1', type: 'contacts', name: 'Ronja Brodersen' },
  ...{ firstName: 'Ronja', lastName: 'Brodersen', organization: null, email: null },
  phoneNumbers: [{ id: 'n', type: 'WORK', label: 'WORK', localized: '069 90009214', e164: '+496990009214' }],
  ...{ readonly: false, isTeam: false, relatesTo: [], priority: 0 },
};
const body = {
  ...{ firstName: 'Ronja', lastName: 'Brodersen', organization: null, email: null },
  phoneNumbers: [{ label: 'WORK', phoneNumber: '+496990009214' }],
};

test('a contact with everything that was sent is what the lost answer was about', () => {
  expect(isWhatWasSent(contact, body)).toBe(true);
});

test.each([
  ['another name', { lastName: 'Kolbe' }],
  ['an address more', { email: 'r@b.example' }],
  ['a number more', { phoneNumbers: [...body.phoneNumbers, { label: 'WORK', phoneNumber: '+49301' }] }],
  ['no number', { phoneNumbers: [] }],
])('%s is somebody else', (_, more) => {
  expect(isWhatWasSent(contact, { ...body, ...more })).toBe(false);
});
