import { contact } from '@sidetone/contract/entities/contact.ts';
import { favoriteWithContact } from '@sidetone/contract/entities/favorite.ts';
import { maxFavorites } from '@sidetone/contract/rules/limits.ts';
import { expect, test } from 'vitest';
import { digitOf, openWishes, shortNames, shownFavorites, starOf, type Wishes } from './favorite-list.ts';

const number = { id: '1', type: 'work', label: 'WORK', localized: '030 1234', e164: '+49301234' };
const person = (id: string, firstName: string, lastName = 'Test', numbers = [number]) =>
  contact.parse({
    id,
    source: 'SIDETONE',
    name: `${firstName} ${lastName}`,
    displayName: `${firstName} ${lastName}`,
    firstName,
    lastName,
    phoneNumbers: numbers,
  });
const rowOf = (its: ReturnType<typeof person>, id = `f-${its.id}`) =>
  favoriteWithContact.parse({
    id,
    contactId: `SIDETONE:${its.id}`,
    integrationName: 'SIDETONE',
    displayName: its.name,
    contact: its,
  });
const nothing: Wishes = { added: new Map(), removed: new Set() };
const names = (shown: readonly { displayName: string }[]) => shown.map(({ displayName }) => displayName);

test('favorites are sorted by their display name, umlauts where the language puts them', () => {
  const rows = ['Zoe', 'Änne', 'Bert', 'anton'].map((name) => rowOf(person(name, name, 'X')));
  expect(names(shownFavorites(rows, nothing, 'de'))).toEqual(['Änne X', 'anton X', 'Bert X', 'Zoe X']);
});

test('a contact is listed once, even where it has several records', () => {
  const anna = person('a', 'Anna');
  expect(shownFavorites([rowOf(anna, '1'), rowOf(anna, '2')], nothing, 'en')).toHaveLength(1);
});

test('a change shows before the server has it, and is forgotten when it has', () => {
  const anna = person('a', 'Anna');
  const bert = person('b', 'Bert');
  const wishes: Wishes = { added: new Map([['SIDETONE:b', bert]]), removed: new Set(['SIDETONE:a']) };
  expect(names(shownFavorites([rowOf(anna)], wishes, 'en'))).toEqual(['Bert Test']);
  expect(openWishes([rowOf(anna)], wishes)).toEqual(wishes);
  expect(openWishes([rowOf(bert)], wishes)).toEqual(nothing);
});

test('a favorite whose contact is gone keeps its name', () => {
  const row = { ...rowOf(person('a', 'Anna')), contact: null };
  expect(shownFavorites([row], nothing, 'en')).toEqual([
    { id: 'f-a', contactId: 'SIDETONE:a', displayName: 'Anna Test', contact: null },
  ]);
});

test('the star adds, removes, or says why not', () => {
  const full = shownFavorites(
    Array.from({ length: maxFavorites }, (_, place) => rowOf(person(`${place}`, `P${place}`))),
    nothing,
    'en',
  );
  const anna = person('a', 'Anna');
  const mute = person('m', 'Mute', 'Test', []);
  expect(starOf(anna, [])).toBe('add');
  expect(starOf(anna, full.slice(1))).toBe('add');
  expect(starOf(anna, full)).toBe('full');
  expect(starOf(mute, [])).toBe('needsNumber');
  expect(starOf(mute, full)).toBe('needsNumber');
  expect(starOf(person('0', 'P0', 'Test', []), full)).toBe('remove');
});

test('short names tell namesakes apart', () => {
  const shown = shownFavorites(
    [
      rowOf(person('1', 'Jonas', 'Ahrens')),
      rowOf(person('2', 'Jonas', 'Weber')),
      rowOf(person('3', 'Mara', 'Lindqvist')),
      { ...rowOf(person('4', 'x')), displayName: 'Hafenwerk GmbH', contact: null },
    ],
    nothing,
    'en',
  );
  expect(shortNames(shown)).toEqual(['Hafenwerk', 'Jonas A.', 'Jonas W.', 'Mara']);
});

test('where a first name and the initial are alike, the whole names tell people apart', () => {
  const people = [person('1', 'Anna', 'Berg'), person('2', 'Anna', 'Bauer'), person('3', 'Anna', 'Wolff')];
  expect(
    shortNames(
      shownFavorites(
        people.map((one) => rowOf(one)),
        nothing,
        'de',
      ),
    ),
  ).toEqual(['Anna Bauer', 'Anna Berg', 'Anna W.']);
});

test('ten favorites have a digit', () => {
  expect(Array.from({ length: 12 }, (_, place) => digitOf(place)).join()).toBe('1,2,3,4,5,6,7,8,9,0,,');
});
