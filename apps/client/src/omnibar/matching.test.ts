import { contact } from '@sidetone/contract/entities/contact.ts';
import { expect, test } from 'vitest';
import { contactMatch, isSearchable, matchOf } from './matching.ts';

const somebody = contact.parse({
  id: '1',
  source: 'SIDETONE',
  name: 'Jürgen Müller-Weiß',
  organization: 'Feldhaus Bau GmbH',
  email: 'j.mueller@feld_haus.example',
  phoneNumbers: [{ id: 'n', type: 'mobile', label: '', localized: '0171 3920044', e164: '+491713920044' }],
});

test('all typed words have to match, in any order', () => {
  expect(matchOf(['Birk', 'Feldkamp', null], 'feld birk')).toBe('begins');
  expect(matchOf(['Birk', 'Feldkamp'], 'feld anna')).toBeNull();
  expect(matchOf(['Birk'], '  ')).toBeNull();
});

test.each([
  'jurgen',
  'Jürgen',
  'juergen',
  'MUELLER weiss',
  'bau müller',
  'j.mueller',
  'mueller@feld_haus',
  '0171 392',
  '+49 171',
  '171-3920',
])('%s finds them', (typed) => {
  expect(contactMatch(somebody, typed)).toBe('begins');
});

test.each(['jorgen', '0172', '17', '00', 'müller meier', 'example', 'feld_haus'])('%s does not find them', (typed) => {
  expect(contactMatch(somebody, typed)).toBeNull();
});

test.each([
  ['Samuel Adeyemi', 'mu', null],
  ['Samuel Adeyemi', 'mue', 'within'],
  ['Samuel Adeyemi', 'sa ade', 'begins'],
  ['Samuel Adeyemi', 'sa muel', 'within'],
  ['Jonas Krüger', 'ger', 'within'],
  ['Anna-Lena Weiß', 'len', 'begins'],
  ['Ann Banner', 'ann', 'begins'],
  ['Müller', 'mue', 'begins'],
  ['Marta Wolff', 'Wolff, Ma', 'begins'],
] as const)('%s, asked for by %s: %s', (name, typed, match) => {
  expect(matchOf([name], typed)).toBe(match);
});

test.each(["O'Neil & Co", 'Weiß-Müller (Köln)', '张伟', '+49 40/123*#', 'a@b.example', 'Wolff, Marta', ''])(
  '%s is searched for',
  (typed) => {
    expect(isSearchable(typed)).toBe(true);
  },
);

test.each(['a%', 'a;b', '"x"', '\\', '<b>', '✓'])('%s is not', (typed) => {
  expect(isSearchable(typed)).toBe(false);
});
