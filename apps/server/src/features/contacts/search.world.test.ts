import { searchResult } from '@sidetone/contract/entities/contact.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { mostSearchResults } from '@sidetone/contract/rules/limits.ts';
import { sql } from 'kysely';
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

const numbersOf = (e164: string, localized: string) =>
  JSON.stringify([{ id: '1', type: 'work', label: 'work', localized, e164 }]);

let made = 0;
const contact = async (name: string, e164: string, more: object = {}) => {
  made += 1;
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
      phone_numbers: numbersOf(e164, e164.replace('+49', '0')),
      ...more,
    })
    .execute();
};

const find = async (query: string, scope: 'all' | 'contacts' | 'team' = 'all') =>
  (await callRoute(api.url, token, routes.searchContacts, { query: { query, scope } })).body;
const names = async (...args: Parameters<typeof find>) => (await find(...args)).map(({ document }) => document.name);

test('accents and case make no difference, and umlauts are found as German spells them out', async () => {
  for (const query of ['jose', 'JOSÉ', 'munoz', 'muñ', 'groesse', 'grosse', 'cafe größe', 'CAFÉ GROESSE']) {
    expect(await names(query), query).toEqual(['José Muñoz']);
  }
  for (const query of ['müller', 'MÜLLER', 'mueller']) {
    expect(await names(query), query).toEqual(['Mueller GmbH', 'Jörg Müller']);
  }
  // Who leaves the dots out does not spell a Mueller.
  expect(await names('muller')).toEqual(['Jörg Müller']);
  await contact('Łukasz Ærø-Straße', '+48221234567');
  for (const query of ['lukasz', 'aero', 'strasse', 'ÆRØ', 'aeroe', 'straße']) {
    expect(await names(query), query).toEqual(['Łukasz Ærø-Straße']);
  }
});

test('every word has to occur, in whatever order', async () => {
  expect(await names('müller jörg')).toEqual(['Jörg Müller']);
  expect(await names('müller anna')).toEqual([]);
  expect(await names('info mueller')).toEqual(['Mueller GmbH']);
  expect(await names('info@mueller.example')).toEqual(['Mueller GmbH']);
});

test('an email address of nobody finds nobody, whatever words it shares with others', async () => {
  await contact('Antje Behn', '+4940111', { email: 'antje.behn@acme.example' });
  for (const query of ['a@b.example', 'behn@mueller.example', 'a.b@acme.example']) {
    expect(await names(query), query).toEqual([]);
  }
  expect(await names('antje.behn@acme')).toEqual(['Antje Behn']);
  expect(await names('joerg@acme.example')).toEqual(['Jörg Müller']);
  expect(await names('@mueller.example')).toEqual(['Mueller GmbH']);
});

test('Arabic is found with its marks and without', async () => {
  await contact('سالم الأحمد', '+96611222', { organization: 'شركة آفاق' });
  for (const query of ['الاحمد', 'الأحمد', 'اﻷحمد', 'افاق', 'آفاق', 'سَالِم']) {
    expect(await names(query), query).toEqual(['سالم الأحمد']);
  }
});

test('a word is found by its beginning, and from three letters on by any part', async () => {
  await contact("Siobhán O'Brien-Quigley", '+353123456789');
  for (const query of ['q', 'qu', 'quig', 'igl', 'obrien', "o'brien", 'o’bri', 'brien-quig', 'gley']) {
    expect(await names(query), query).toEqual(["Siobhán O'Brien-Quigley"]);
  }
  for (const query of ['ey', 'hq']) expect(await names(query), query).toEqual([]);
});

test('digits find numbers, however they are written', async () => {
  const spellings = ['+49 30 9018', '030 901820', '0049 30 901820', '(030) 90-18', '901820', '+49 (0)30 9018', '01820'];
  for (const query of spellings) expect(await names(query), query).toEqual(['José Muñoz']);
  expect(await names('42')).toEqual(['Jörg Müller']);
  expect(await names('muñoz 9018')).toEqual(['José Muñoz']);
  expect(await names('müller 9018')).toEqual([]);
});

test('who has the very number comes before whose number begins so, and those before all that have it within', async () => {
  await contact('Aaron Within', '+49891671', {});
  await contact('Berta Begins', '+496712345', { phone_numbers: numbersOf('+496712345', '6712345') });
  await contact('Carl Same', '+4930671', { phone_numbers: numbersOf('+4930671', '671') });
  expect(await names('671')).toEqual(['Carl Same', 'Berta Begins', 'Aaron Within']);
});

test('nothing, spaces and wild cards find nobody', async () => {
  for (const query of ['', '   ', '%', '_', '\\', "'; drop table contacts; --", '😀', '+', "'"]) {
    expect(await names(query), query).toEqual([]);
  }
  expect(await names('100%')).toEqual(['100%_Team']);
});

test('the scope narrows to contacts or to the team, without the searcher', async () => {
  expect(await names('m', 'team')).toEqual(['Jörg Müller']);
  expect(await names('m', 'contacts')).toContain('José Muñoz');
  expect(await names('anna')).toEqual([]);
});

test('nobody finds contacts of another account', async () => {
  expect(await names('elsewhere')).toEqual([]);
  expect(await names('jörg')).toEqual(['Jörg Müller']);
  expect(await names('+4930901820')).toEqual(['José Muñoz']);
});

test('matching pieces are returned, and the better match comes first', async () => {
  const [first] = await find('mun');
  expect(searchResult.parse(first).highlights).toEqual({ name: ['Muñ'] });
  const [spelt] = await find('muelle', 'team');
  expect(spelt?.highlights).toMatchObject({ name: ['Mülle'] });
  expect((await names('mue'))[0]).toBe('Mueller GmbH');
  expect((await find('03090'))[0]?.highlights).toEqual({ phoneNumbers: ['030901820'] });
  expect((await find('brien'))[0]?.highlights).toEqual({ name: ['Brien'] });
});

test('a contact is found by what it was changed to, and no longer by what it was', async () => {
  await contact('Before Renaming', '+493077001');
  await api.db
    .updateTable('contacts')
    .set({ name: 'Afterwards', phone_numbers: numbersOf('+493077002', '03077002') })
    .where('name', '=', 'Before Renaming')
    .execute();
  expect([await names('before'), await names('77001')]).toEqual([[], []]);
  expect([await names('afterw'), await names('77002')]).toEqual([['Afterwards'], ['Afterwards']]);
});

test('one more than twenty tells that there are more, and who comes first stays the same', async () => {
  for (let i = 0; i < 25; i += 1) await contact(`Twin ${String(i).padStart(2, '0')}`, `+49555000${i}`);
  const found = await names('twin');
  expect(found).toHaveLength(mostSearchResults);
  expect(found[0]).toBe('Twin 00');
  expect(await names('twin')).toEqual(found);
});

test('of a thousand that match, those whose name begins so come first, then those with such a word in it', async () => {
  await sql`insert into contacts (id, account_id, name, organization, e164s, phone_numbers)
    select 'many' || n, ${accountId}, case n % 500 when 7 then 'Zeppelin ' || n when 9 then 'Arnold Zeppelin ' || n
        else 'Bulk ' || n end, 'Zeppelin AG', array['+4977' || 100000 + n],
      jsonb_build_array(jsonb_build_object('id', '1', 'type', 'work', 'label', 'work', 'localized', '077' || 100000 + n,
        'e164', '+4977' || 100000 + n))
    from generate_series(1, 1000) as n`.execute(api.db);
  await sql`analyze contacts`.execute(api.db);
  const found = await names('zeppelin');
  expect(found).toHaveLength(mostSearchResults);
  expect(found.slice(0, 5)).toEqual([
    'Zeppelin 507',
    'Zeppelin 7',
    'Arnold Zeppelin 509',
    'Arnold Zeppelin 9',
    'Bulk 1',
  ]);
  expect((await names('07710'))[0]).toBe('Arnold Zeppelin 509');
  expect(await names('zeppelin 509')).toEqual(['Arnold Zeppelin 509']);
  expect(await names('77')).toHaveLength(mostSearchResults);
  expect(await names('zeppelin', 'team')).toEqual([]);
});
