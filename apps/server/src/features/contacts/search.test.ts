import { searchResult } from '@sidetone/contract/entities/contact.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';

let api: TestApi;
let token: string;
let accountId: string;
beforeAll(async () => {
  api = await testApi();
  const anna = await person(api, { firstName: 'Anna', lastName: 'Andersen' });
  accountId = anna.accountId;
  token = (await signInAs(api.url, anna.email)).access_token;
  await person(api, { firstName: 'Jörg', lastName: 'Müller', accountId, email: 'joerg@acme.example', extension: '42' });
  const stranger = await person(api, { firstName: 'Jörg', lastName: 'Strange' });
  await contact('José Muñoz', '+4930901820', { organization: 'Café Größe' });
  await contact('Mueller GmbH', '+498912345', { email: 'info@mueller.example' });
  await contact('100%_Team', '+4940777');
  await contact('Jörg Elsewhere', '+4930901820', { account_id: stranger.accountId });
});
afterAll(() => api.stop());

let made = 0;
const contact = async (name: string, e164: string, more: object = {}) => {
  made += 1;
  const localized = e164.replace('+49', '0');
  const phones = [{ id: '1', type: 'work', label: 'work', localized, e164 }];
  const none = {
    first_name: null,
    last_name: null,
    organization: null,
    email: null,
    avatar_url: null,
    contact_url: null,
  };
  await api.db
    .insertInto('contacts')
    .values({
      ...none,
      id: `k${made}`,
      account_id: accountId,
      name,
      e164s: [e164],
      phone_numbers: JSON.stringify(phones),
      ...more,
    })
    .execute();
};

const find = async (query: string, scope: 'all' | 'contacts' | 'team' = 'all') =>
  (await callRoute(api.url, token, routes.searchContacts, { query: { query, scope } })).body;
const names = async (...args: Parameters<typeof find>) => (await find(...args)).map(({ document }) => document.name);

test('accents and case make no difference', async () => {
  for (const query of ['jose', 'JOSÉ', 'munoz', 'muñ', 'groesse', 'grosse', 'cafe größe']) {
    const expected = query === 'groesse' ? [] : ['José Muñoz'];
    expect(await names(query), query).toEqual(expected);
  }
  expect(await names('muller')).toEqual(['Jörg Müller']);
});

test('every word has to occur, in whatever order', async () => {
  expect(await names('müller jörg')).toEqual(['Jörg Müller']);
  expect(await names('müller anna')).toEqual([]);
  expect(await names('info mueller')).toEqual(['Mueller GmbH']);
});

test('digits find numbers, however they are written', async () => {
  for (const query of ['+49 30 9018', '030 901820', '0049 30 901820', '(030) 90-18', '901820']) {
    expect(await names(query), query).toEqual(['José Muñoz']);
  }
  expect(await names('42')).toEqual(['Jörg Müller']);
});

test('nothing, spaces and wild cards find nobody by accident', async () => {
  for (const query of ['', '   ', '%', '_', '\\', "'; drop table contacts; --"]) {
    expect(await names(query), query).toEqual(query === '%' || query === '_' ? ['100%_Team'] : []);
  }
});

test('the scope narrows to contacts or to the team, without the searcher', async () => {
  expect(await names('m', 'team')).toEqual(['Jörg Müller']);
  expect(await names('m', 'contacts')).toContain('José Muñoz');
  expect(await names('anna')).toEqual([]);
});

test('what matched is told, and the better match comes first', async () => {
  const [first] = await find('mun');
  expect(searchResult.parse(first).highlights).toEqual({ name: ['Muñ'] });
  expect((await names('mue'))[0]).toBe('Mueller GmbH');
  expect((await find('0309'))[0]?.highlights).toEqual({ phoneNumbers: ['030901820'] });
});

test('twenty are enough', async () => {
  for (let i = 0; i < 25; i += 1) await contact(`Twin ${i}`, `+49555000${i}`);
  expect(await names('twin')).toHaveLength(20);
});
