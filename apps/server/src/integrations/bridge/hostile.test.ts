import { expect, test } from 'vitest';
import { errorOf } from './errors.ts';
import { contactOf, templateOf } from './records.ts';

test('addresses that a bridge names are links of the web or none', () => {
  const bad = 'javascript:alert(1)';
  const good = 'https://crm.example/1';
  const deal = (id: string, url: string) => ({ id, type: 'deals', label: 'Offer', url });
  const made = contactOf({ id: '1', contactUrl: bad, avatarUrl: 'file:///etc/passwd', relatesTo: [deal('1', bad)] });
  expect(made).toMatchObject({ contactUrl: null, avatarUrl: null, relatesTo: [{ id: '1', url: null }] });
  const fine = contactOf({ id: '1', contactUrl: good, relatesTo: [deal('1', good)] });
  expect(fine).toMatchObject({ contactUrl: good, relatesTo: [{ url: good }] });
});

test('words that every object knows mean nothing', () => {
  const refused = { status: 452, says: 'constructor', isSignedOut: false, retryAfterSeconds: null };
  expect(errorOf(refused)).toMatchObject({ type: 'failed', provablyNotTaken: false });
  const draft = { name: null, firstName: 'Uta', lastName: null, organization: null, email: null };
  const phoneNumbers = [{ label: 'constructor', number: '+493012345' }];
  expect(templateOf({ ...draft, phoneNumbers }).phoneNumbers).toEqual([
    { label: 'constructor', phoneNumber: '+493012345' },
  ]);
});
