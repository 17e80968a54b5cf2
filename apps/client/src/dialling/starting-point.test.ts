import { expect, test } from 'vitest';
import { startingPointAt } from './starting-point.ts';

test.each([
  ['/main/contacts', 'Contacts'],
  ['/main/contacts/all/c1', 'Contacts'],
  ['/main/contacts/dialogs/settings', 'Contacts'],
  ['/main/channels/private', undefined],
  ['/main/contacts-elsewhere', undefined],
  ['/', undefined],
])('a search opened at %s begins calls from %s', (path, from) => {
  expect(startingPointAt(path)).toBe(from);
});
