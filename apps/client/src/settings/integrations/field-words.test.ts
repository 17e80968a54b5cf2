import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { en } from '#i18n/words.ts';
import { fieldWords } from './field-words.ts';

const i18n = createInstance();
await i18n.init({
  lng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
});
const of = (name: string, field: 'key' | 'user_name' | 'account_url', isPassword = true) =>
  fieldWords(i18n.t, name, field, isPassword);

test('fields are called as the vendor calls them, and the address has an example of its own', () => {
  expect(of('SALESFORCE', 'user_name').label).toBe('Consumer key');
  expect(of('SALESFORCE', 'key').label).toBe('Consumer secret');
  expect(of('SALESFORCE', 'account_url').help).toContain('https://acme.my.salesforce.com');
  expect(of('ZOHO', 'key').label).toBe('Client secret');
  expect(of('ZOHO', 'account_url').help).toContain('https://crm.zoho.eu');
});

test('of others, a key with a user name is a password', () => {
  expect(of('CARDDAV', 'key')).toEqual({ label: 'Password', help: undefined });
  expect(of('HUBSPOT', 'key', false).label).toBe('API key');
  expect(of('CARDDAV', 'account_url').help).toBe(en.integrations.urlHelp);
});
