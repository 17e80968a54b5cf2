import { expect, test } from 'vitest';
import { initialsOf, tintOf } from './initials.ts';

test.each([
  ['Marcus Feldmann', 'MF'],
  ['Dr. Ulrike Sommerfeld', 'US'],
  ['Ingrid Thalbach', 'IT'],
  ['Anna Maria von der Heide', 'AH'],
  ['Hafenwerk', 'H'],
  ['Architekten Hartwig + Sun', 'AS'],
  ['Émile Zola', 'ÉZ'],
  ['  ', ''],
])('%s is %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('an organisation has the initials of its first two words', () => {
  expect(initialsOf('Feldhaus Bau GmbH', 'organization')).toBe('FB');
  expect(initialsOf('Hafenwerk GmbH', 'organization')).toBe('HG');
  expect(initialsOf('Spreebogen', 'organization')).toBe('S');
});

test('a name keeps its tint, one of six', () => {
  expect(tintOf('Marcus Feldmann')).toBe(tintOf('Marcus Feldmann'));
  for (const name of ['a', 'Anna', 'Bob', 'Şule', '北']) expect([1, 2, 3, 4, 5, 6]).toContain(tintOf(name));
});
