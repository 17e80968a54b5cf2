import type { ContactNumber } from '@sidetone/contract/entities/contact.ts';
import { contactUnpinnedSmallTalkCount } from '@sidetone/contract/rules/limits.ts';
import { expect, test } from 'vitest';
import { callBarrier, changeBarrier, mailLink, pageOf, shownSmallTalk } from './contact-rights.ts';

const person = { grants: ['CONTACT_READ', 'CONTACT_WRITE'] };
const able = { features: ['CONTACT_UPDATE' as const] };

test('a contact is changed only with the permission, where its source supports it, while connected, and unless read-only', () => {
  const barrier = (change: object = {}, integration: typeof able | null = able, contact = { readonly: false }) =>
    changeBarrier(contact, integration, 'CONTACT_UPDATE', { person, isConnected: true, ...change });
  expect(barrier()).toBeNull();
  expect(barrier({}, able, { readonly: true })).toBe('readonly');
  expect(barrier({ person: { grants: ['CONTACT_READ'] } })).toBe('grant');
  expect(barrier({ person: null })).toBe('grant');
  expect(barrier({}, null)).toBe('feature');
  expect(changeBarrier({ readonly: false }, able, 'CONTACT_DELETE', { person, isConnected: true })).toBe('feature');
  expect(barrier({ isConnected: false })).toBe('offline');
});

const number = (change: Partial<ContactNumber>): ContactNumber => ({
  id: '1',
  type: 'work',
  label: 'work',
  localized: '030 23125',
  e164: '+493023125',
  ...change,
});

test('a number is called only with a line, a free place, and a connection', () => {
  const phone = { isFull: false, isConnected: true, hasLine: true };
  expect(callBarrier(number({}), false, phone)).toBeNull();
  expect(callBarrier(null, false, phone)).toBe('number');
  expect(callBarrier(number({ e164: null, localized: '12' }), false, phone)).toBe('number');
  expect(callBarrier(number({ e164: null, localized: '12' }), true, phone)).toBeNull();
  expect(callBarrier(number({ e164: null, localized: 'ask Anna' }), true, phone)).toBe('number');
  expect(callBarrier(number({}), false, { ...phone, isFull: true })).toBe('full');
  expect(callBarrier(number({}), false, { ...phone, isConnected: false })).toBe('offline');
  expect(callBarrier(number({}), false, { ...phone, hasLine: false })).toBe('noLine');
});

test.each([
  ['https://crm.example/1', 'https://dav.example/', 'https://crm.example/1'],
  [null, 'https://dav.example/', 'https://dav.example/'],
  ['javascript:alert(1)', null, null],
  ['javascript:alert(1)', 'https://dav.example/', 'https://dav.example/'],
  ['not an address', null, null],
  [null, null, null],
])('with the address %s and that of the source %s the page is %s', (contactUrl, url, page) => {
  expect(pageOf({ contactUrl }, { url })).toBe(page);
  expect(pageOf({ contactUrl }, null)).toBe(contactUrl?.startsWith('https') ? contactUrl : null);
});

test('an email address in a link cannot add anything to the mail', () => {
  expect(mailLink('anna@acme.example')).toBe('mailto:anna@acme.example');
  expect(mailLink('a?bcc=x&y@acme.example')).toBe('mailto:a%3Fbcc%3Dx%26y@acme.example');
});

test('all pinned small talk is shown, and at most three other items', () => {
  const item = (id: string, pinned = false, dismissed = false) => ({ id, pinned, dismissed });
  const items = [item('a', true), item('b'), item('c'), item('d'), item('e'), item('f', true), item('g', false, true)];
  const { shown, hidden } = shownSmallTalk(items, contactUnpinnedSmallTalkCount);
  expect(shown.map(({ id }) => id)).toEqual(['a', 'f', 'b', 'c', 'd']);
  expect(hidden).toBe(1);
  expect(shownSmallTalk([item('a')], 3).hidden).toBe(0);
});
