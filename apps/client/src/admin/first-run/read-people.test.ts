import { expect, test } from 'vitest';
import { readPeople } from './read-people.ts';

test.each([
  ['ada.lovelace@example.org', { firstName: 'Ada', lastName: 'Lovelace', email: 'ada.lovelace@example.org' }],
  ['Ada King Lovelace <ada@example.org>', { firstName: 'Ada', lastName: 'King Lovelace', email: 'ada@example.org' }],
  ['ada@example.org;Ada;Lovelace', { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }],
  ['"Ada",Lovelace,ada@example.org', { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }],
  ['ada@example.org', { firstName: 'Ada', lastName: '', email: 'ada@example.org' }],
  ['nobody', { firstName: '', lastName: '', email: 'nobody' }],
])('%s', (line, person) => {
  expect(readPeople(line)).toEqual([person]);
});

test('empty lines are skipped, and an address that comes twice counts once', () => {
  expect(readPeople('\n a@example.org \n\nA@example.org\n').map(({ email }) => email)).toEqual(['a@example.org']);
});
