import fc from 'fast-check';
import { expect, test } from 'vitest';
import { customWordList } from '../../entities/feature.ts';
import { cleanWord, problemOfWord, repeatedWords, wordKey } from './custom-words.ts';

test.each([
  ['  Kühl\u00adauf\u200blieger ', 'Kühlauflieger'],
  ['Nordlys\t Møbler', 'Nordlys Møbler'],
  ['Reefer\u0000\u202e', 'Reefer'],
  ['Lu\u0308tte', 'Lütte'],
  ['\ud800Gate-in', 'Gate-in'],
])('%j is kept as %j', (typed, kept) => expect(cleanWord(typed)).toBe(kept));

test('what is kept has nothing left to clean', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(cleanWord(cleanWord(text))).toBe(cleanWord(text));
    }),
  );
});

test.each([
  ['', 'empty'],
  ['a\nb', 'unclean'],
  ['x'.repeat(51), 'tooLong'],
  ['…!', 'noLetters'],
  ['x'.repeat(50), null],
  ['Q-1', null],
])('%j: %s', (word, problem) => expect(problemOfWord(word)).toBe(problem));

test('the same word in capitals is the same word', () => {
  expect(wordKey('REEFER')).toBe(wordKey('Reefer'));
  expect([...repeatedWords(['Reefer', 'Lütte', '', 'reefer', '', 'LÜTTE'])]).toEqual([3, 5]);
});

const word = (id: string, value: string, enabled = true) => ({ id, value, enabled });

test.each<[string, unknown[], boolean]>([
  ['nothing', [], true],
  ['a hundred words', Array.from({ length: 100 }, (_, at) => word(`w${at}`, `Wort ${at}`)), true],
  ['one more', Array.from({ length: 101 }, (_, at) => word(`w${at}`, `Wort ${at}`)), false],
  ['a word twice', [word('a', 'Reefer'), word('b', 'REEFER')], false],
  ['an id twice', [word('a', 'Reefer'), word('a', 'Lütte')], false],
  ['no word', [word('a', '')], false],
  ['a line end', [word('a', 'Ree\nfer')], false],
  ['no id', [word('', 'Reefer')], false],
])('a list with %s is one: %#', (_name, words, is) => expect(customWordList.safeParse(words).success).toBe(is));
