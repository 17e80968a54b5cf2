import { expect, test } from 'vitest';
import { contactFormAt, contactFormName } from './contact-form-place.ts';

test.each([
  [
    '/main/contacts/create',
    {},
    { type: 'contactCreate', number: null, name: null, fromCall: false, integrationId: null },
  ],
  [
    '/main/contacts/create',
    { number: '+49301', name: 'Kolbe' },
    { type: 'contactCreate', number: '+49301', name: 'Kolbe', fromCall: false, integrationId: null },
  ],
  ['/main/contacts/k%2F1/edit', { number: '+49301' }, { type: 'contactEdit', id: 'k/1', newPhoneNumber: null }],
  ['/main/contacts/add-to/k1', { number: '+49301' }, { type: 'contactEdit', id: 'k1', newPhoneNumber: '+49301' }],
  ['/main/contacts/add-to/k1', {}, { type: 'contactEdit', id: 'k1', newPhoneNumber: '' }],
  [
    '/main/channels/private',
    { form: 'contactCreate', newPhoneNumber: '+49301', call: 'pbx-1' },
    { type: 'contactCreate', number: '+49301', name: null, fromCall: true, integrationId: null },
  ],
  [
    '/main/channels/private',
    { form: 'contactCreate', newPhoneNumber: '+49301', newContactIn: 'i-7' },
    { type: 'contactCreate', number: '+49301', name: null, fromCall: true, integrationId: 'i-7' },
  ],
  [
    '/main/channels/private/number/+49301',
    { form: 'contactEdit', formContact: 'k1', newPhoneNumber: '+49301' },
    { type: 'contactEdit', id: 'k1', newPhoneNumber: '+49301' },
  ],
])('%s with %o shows a form', (pathname, search, request) => {
  expect(contactFormAt({ pathname, search })).toEqual(request);
});

test.each([
  ['/main/contacts', {}],
  ['/main/contacts/k1', { number: '+49301' }],
  ['/main/channels/private', { form: 'contactEdit' }],
  ['/main/channels/private', { form: 'nonsense' }],
  ['/admin/users', { form: 'contactCreate' }],
])('%s with %o shows none', (pathname, search) => {
  expect(contactFormAt({ pathname, search })).toBeNull();
  expect(contactFormName(contactFormAt({ pathname, search }))).toBeNull();
});
