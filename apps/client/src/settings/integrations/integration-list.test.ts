import { integration } from '@sidetone/contract/entities/integration.ts';
import { someConnection } from '@sidetone/contract/entities/testing/some-connection.ts';
import { expect, test } from 'vitest';
import { foundIntegrations, listedIntegrations, needsSignIn, rowStateOf } from './integration-list.ts';

const offer = (name: string, about: object = {}) =>
  integration.parse({ id: name, name, displayName: name.toLowerCase(), isEnabled: true, ...about });
const connection = (name: string, about: object = {}) =>
  someConnection({
    ...offer(name),
    id: `c-${name}`,
    ...about,
  });
const everybody = { allowlist: [], isTestAccount: false };
const names = (listed: ReturnType<typeof listedIntegrations>) => listed.map(({ integration: { name } }) => name);

test('connected ones come first, then each part by display name', () => {
  const supported = ['ZOHO', 'ODOO', 'CARDDAV', 'HUBSPOT'].map((name) => offer(name));
  const connected = [connection('ZOHO'), connection('HUBSPOT')];
  expect(names(listedIntegrations(supported, connected, everybody, 'en'))).toEqual([
    'HUBSPOT',
    'ZOHO',
    'CARDDAV',
    'ODOO',
  ]);
});

test('only integrations that the account is offered can be connected; connected ones stay', () => {
  const supported = [
    offer('OFF', { isEnabled: false }),
    offer('TEST', { isTestAccountOnly: true }),
    offer('ON'),
    offer('OTHER'),
  ];
  const account = { allowlist: ['ON', 'TEST', 'OFF'], isTestAccount: false };
  expect(names(listedIntegrations(supported, [connection('OFF')], account, 'en'))).toEqual(['OFF', 'ON']);
  expect(names(listedIntegrations(supported, [], { ...account, isTestAccount: true }, 'en'))).toEqual(['ON', 'TEST']);
});

test('the search finds every word anywhere in the name, regardless of case and accents', () => {
  const listed = listedIntegrations([offer('A', { displayName: 'Café CRM' }), offer('B')], [], everybody, 'en');
  expect(names(foundIntegrations(listed, ' crm cafe '))).toEqual(['A']);
  expect(foundIntegrations(listed, '')).toHaveLength(2);
  expect(foundIntegrations(listed, 'crm zoho')).toEqual([]);
});

test.each([
  [{ state: 'CONNECTED' }, 'connected'],
  [{ state: 'CONNECTING' }, 'connecting'],
  [{ state: 'AUTHENTICATION_REQUIRED' }, 'authenticationRequired'],
  [{ state: 'CONNECTED', authenticationRequired: true }, 'authenticationRequired'],
  [{ state: 'DISCONNECTING', authenticationRequired: true }, 'disconnecting'],
])('%o shows as %s', (about, expected) => {
  const one = connection('X', about);
  expect(rowStateOf({ integration: one, connection: one }, new Set())).toBe(expected);
  expect(rowStateOf({ integration: one, connection: one }, new Set(['c-X']))).toBe('disconnecting');
  expect(needsSignIn(one)).toBe(expected === 'authenticationRequired');
});

test('without a connection it is not connected', () => {
  expect(rowStateOf({ integration: offer('X'), connection: null }, new Set())).toBe('notConnected');
});
