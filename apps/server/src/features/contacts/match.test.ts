import { contact } from '@sidetone/contract/entities/contact.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { match } from './match.ts';
import { termsOf } from './terms.ts';

const someone = (name: string, more: object = {}) => contact.parse({ id: 'k', source: 'SIDETONE', name, ...more });
const number = (e164: string, localized: string) => ({ id: 'n', type: 'WORK', label: 'WORK', localized, e164 });
const score = (name: string, query: string) => match(someone(name), termsOf(query))?.score ?? 0;

test('the start of a name counts more than that of a word in it, and this more than a part of a word', () => {
  const scores = ['Müller AG', 'Jörg Müller', 'Obermüller'].map((name) => score(name, 'mül'));
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(new Set(scores).size).toBe(3);
  expect(Math.min(...scores)).toBeGreaterThan(0);
});

test('every word has to be somewhere of one contact', () => {
  const anna = someone('Anna Berg', { organization: 'Harbour Ltd', email: 'ab@harbour.example' });
  const found = match(anna, termsOf('harb anna'));
  expect(found?.highlights).toEqual({ name: ['Anna'], organization: ['Harb'], email: ['harb'] });
  expect(match(anna, termsOf('harb berta'))).toBeNull();
});

test('a first or last name that the name lacks finds as well', () => {
  const found = match(someone('The boss', { firstName: 'Zoë', lastName: 'Öztürk' }), termsOf('zoe oeztuerk'));
  expect(found?.highlights).toEqual({ firstName: ['Zoë'], lastName: ['Öztürk'] });
});

test('a number is found by any two digits of any spelling of it', () => {
  const anna = someone('Anna', { phoneNumbers: [number('+4930901820', '030 901820')] });
  const spellings = fc.record({
    from: fc.nat(9),
    length: fc.integer({ min: 2, max: 10 }),
    marks: fc.array(fc.constantFrom(' ', '-', '/', '.', ''), { minLength: 12, maxLength: 12 }),
  });
  fc.assert(
    fc.property(spellings, ({ from, length, marks }) => {
      const digits = '4930901820'.slice(from, from + length);
      const typed = [...digits].map((digit, at) => digit + marks[at]).join('');
      if (digits.length >= 2) expect(match(anna, termsOf(typed)), typed).not.toBeNull();
    }),
  );
  for (const typed of ['+49 30 901820', '0049(0)30 901820', '030/90', '+49 (0)30 90']) {
    expect(match(anna, termsOf(typed))?.highlights, typed).toEqual({ phoneNumbers: ['030 901820'] });
  }
  expect(match(anna, termsOf('031'))).toBeNull();
});

test('whatever is typed: nothing but letters and digits is asked of the database', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.emailAddress()), (typed) => {
      for (const piece of termsOf(typed).alternatives.flat()) {
        for (const spelling of piece.spellings) {
          // The words of an address are asked for one after the other, with a single space between them.
          const words = piece.written ? spelling.split(' ') : [spelling];
          for (const word of words) expect(word).toMatch(/^[^%_\\\s]+$/);
        }
      }
    }),
  );
});

test('a matching piece is part of the contact as it is written', () => {
  const name = fc.string({ unit: fc.constantFrom(...'aäöüßéøæ Oo’-'), maxLength: 12 });
  fc.assert(
    fc.property(name, fc.constantFrom('a', 'oe', 'ss', 'e', 'ue', 'o'), (written, query) => {
      const found = match(someone(written), termsOf(query));
      for (const piece of found?.highlights['name'] ?? []) expect(written.normalize('NFC')).toContain(piece);
    }),
  );
});

test('an email address is found as it is written, or as far as it is typed, and not by its words', () => {
  const anna = someone('Anna Berg', { email: 'a.b@harbour.example' });
  const highlight = (query: string) => match(anna, termsOf(query))?.highlights['email'];
  expect(highlight('a.b@harbour.example')).toEqual(['a.b@harbour.example']);
  expect(highlight('A.B@harb')).toEqual(['a.b@harb']);
  expect(highlight('@harbour.example')).toEqual(['@harbour.example']);
  for (const other of ['a@b.example', 'a.b@harbour.example.com', 'x@harbour.example', '@example']) {
    expect(match(anna, termsOf(other)), other).toBeNull();
  }
});

test('Arabic is found with its marks and without', () => {
  expect(score('الأحمد', 'الاحمد')).toBeGreaterThan(0);
  expect(score('الاحمد', 'الأحمد')).toBeGreaterThan(0);
  expect(score('مُحَمَّد آل ثاني', 'محمد ال')).toBeGreaterThan(0);
  expect(score('محـــمد', 'محمد')).toBeGreaterThan(0);
});
