import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { knownWords, timedWithCustomWords, withCustomWords } from './custom-words.ts';

const own = [
  'Reimers',
  'Yilmaz',
  'Sidetone',
  'Hausverwaltung Lindemann',
  'Kruse',
  'Krause',
  'Vitodens 200',
  'Gate-in',
  'Nordlys Møbler',
];
const repaired = (heard: string, words: readonly string[] = own, language: string | null = null) =>
  withCustomWords(heard, knownWords(words, heard, language));
const written = (heard: string, words?: readonly string[], language?: string | null) =>
  repaired(heard, words, language).text;

describe('own words of a company', () => {
  test.each([
    ['hier ist Reimars Haustechnik', 'hier ist Reimers Haustechnik'],
    ['unser Monteur, Herr Yilmatz, kommt', 'unser Monteur, Herr Yilmaz, kommt'],
    ['wir nutzen Side tone.', 'wir nutzen Sidetone.'],
    ['die Hausverwaltung Lindeman rief an', 'die Hausverwaltung Lindemann rief an'],
    ['eine Vitodenz 200, bitte', 'eine Vitodens 200, bitte'],
    ['nach dem Gatein fährt er', 'nach dem Gate-in fährt er'],
    ['Grüße von Nordlys Mobler.', 'Grüße von Nordlys Møbler.'],
    // A recogniser without capitals.
    ['mr yilmatz is here', 'mr Yilmaz is here'],
    ['  Reimars\n kommt  ', '  Reimers\n kommt  '],
  ])('%s', (heard, wanted) => expect(written(heard)).toBe(wanted));

  test('a name of several words is found where it was heard in more', () => {
    const words = ['Kanzlei Brandt und Kollegen'];
    expect(written('hier Kanzlei Brand und Kollegen, guten Tag', words)).toBe(
      'hier Kanzlei Brandt und Kollegen, guten Tag',
    );
  });

  test.each(['die Reise war schön', 'Reimers', 'REIMERS', 'das Eimer', 'Kreuse war da', 'sie hat Zeit', ''])(
    '%s stays',
    (heard) => expect(repaired(heard)).toEqual({ text: heard, repairs: [] }),
  );

  test('what was heard is kept beside it', () => {
    expect(repaired('Herr Yilmatz!').repairs).toEqual([{ heard: 'Yilmatz', written: 'Yilmaz' }]);
  });
});

describe('numbers are never changed', () => {
  test.each([
    ['Vitodens 2000', ['Vitodens 200']],
    ['Vitodens 200', ['Vitodens 2000']],
    ['Vitodens 2 00', ['Vitodens 200']],
    ['um vier ist sie da', ['Fier']],
    ['die Fier Pfoten', ['Vier Pfoten']],
    ['it was nine', ['Nain']],
    ['der fünfte Mann', ['Funfte']],
    ['Haus dreihundert', ['Dreyhundert']],
    ['A 380', ['A 38 00']],
  ])('%s with %j', (heard, words) => expect(written(heard, words)).toBe(heard));

  test('whatever the words are', () => {
    const name = fc.stringMatching(/^[A-Za-z]{1,8}( ?\d{1,4})?$/);
    fc.assert(
      fc.property(fc.array(name, { maxLength: 6 }), fc.array(name, { maxLength: 4 }), (heard, words) => {
        const digits = (text: string) => text.match(/\d+/g) ?? [];
        const text = heard.join(' ');
        expect(digits(written(text, words))).toEqual(digits(text));
      }),
    );
  });
});

describe('what everyone says, and what is said in other languages, stays', () => {
  test.each([
    ['an der Ecke', ['Ander']],
    ['wir reden im Haus', ['Imhaus']],
    ['they are there', ['Dere']],
    ['Ich hatte es vergessen', ['Hadde']],
    ['Das passt sehr gut', ['Bast']],
    // No name, since this recogniser writes names with capitals.
    ['Der Käse ist reifer', ['Reefer']],
    ['Dental I have', ['Dental']],
    ['when Bell I think', ['Bell']],
    ['Er kam zum Side. Tone war keiner', ['Sidetone']],
  ])('%s with %j', (heard, words) => expect(written(heard, words)).toBe(heard));

  test('a call in a language whose sounds are not known is left as it was heard', () => {
    const heard = 'Je voudrais parler avec monsieur Yilmatz';
    expect(written(heard, own, 'fr')).toBe(heard);
    expect(written(heard, own, 'french')).toBe(heard);
    expect(written(heard, own, null)).toContain('Yilmaz');
  });

  test('between two own words nothing is chosen', () => {
    expect(written('Herr Mayer ist da', ['Maier', 'Meyer'])).toBe('Herr Mayer ist da');
  });
});

test('any text keeps its spaces, and nothing is repaired twice', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string({ minLength: 4 }), { maxLength: 5 }), (text, words) => {
      expect(written(text, [])).toBe(text);
      const once = written(text, words);
      expect(written(once, words)).toBe(once);
    }),
  );
});

test('words with times keep theirs, and what was heard', () => {
  const words = ['wir', 'nutzen', 'Side', 'tone.', 'Danke'].map((text, at) => ({ text, start: at, end: at + 0.5 }));
  expect(timedWithCustomWords(words, knownWords(own, 'Danke', 'de'))).toEqual([
    { text: 'wir', start: 0, end: 0.5 },
    { text: 'nutzen', start: 1, end: 1.5 },
    { text: 'Sidetone.', start: 2, end: 3.5, heard: 'Side tone' },
    { text: 'Danke', start: 4, end: 4.5 },
  ]);
});
