import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keypadDigits, spelledBy } from './keypad-name.ts';

const names = [
  { channelId: 'c-mueller', firstName: 'Anna', lastName: 'Müller' },
  { channelId: 'c-muell', firstName: 'Bo', lastName: 'Müll' },
  { channelId: 'c-raman', firstName: 'Priya', lastName: 'Raman' },
  { channelId: 'c-vale-t', firstName: 'Tom', lastName: "O'Vale" },
  { channelId: 'c-vale-u', firstName: 'Ute', lastName: 'O’Vale' },
  { channelId: 'c-petrow', firstName: 'Пётр', lastName: 'Петров' },
];

test('a name is spelled without marks, and umlauts in both ways', () => {
  expect(keypadDigits('Raman')).toEqual(['72626']);
  expect(keypadDigits('Müller')).toEqual(['685537', '6835537']);
  expect(keypadDigits('Strauß')).toEqual(['7872877']);
  expect(keypadDigits('Søren-Łukasz d’Étoile')).toEqual(['767365852793386453']);
  expect(keypadDigits('Mu\u0308ller')).toEqual(keypadDigits('Müller'));
  expect(keypadDigits('Петров')).toEqual([]);
  expect(keypadDigits('')).toEqual([]);
});

describe('callers spell', () => {
  test('the last name, or its beginning', () => {
    expect(spelledBy(names, '72626')).toEqual({ channelId: 'c-raman', hasLonger: true });
    expect(spelledBy(names, '726')).toEqual({ channelId: 'c-raman', hasLonger: true });
    expect(spelledBy(names, '7262677492')).toEqual({ channelId: 'c-raman', hasLonger: false });
  });

  test('the first name, which can follow the last one', () => {
    expect(spelledBy(names, '77492')).toEqual({ channelId: 'c-raman', hasLonger: true });
    expect(spelledBy(names, '68253')).toEqual({ channelId: null, hasLonger: true });
    expect(spelledBy(names, '682538')).toEqual({ channelId: null, hasLonger: true });
    expect(spelledBy(names, '6825388')).toEqual({ channelId: 'c-vale-u', hasLonger: true });
  });

  test('umlauts as they know them', () => {
    for (const keys of ['685537', '6835537']) expect(spelledBy(names, keys).channelId).toBe('c-mueller');
    expect(spelledBy(names, '6855').channelId).toBeNull();
  });

  test('nobody with two keys, or with keys of nobody', () => {
    expect(spelledBy(names, '72')).toEqual({ channelId: null, hasLonger: true });
    expect(spelledBy(names, '999')).toEqual({ channelId: null, hasLonger: false });
  });

  test('each user who has Latin letters by all of their name', () => {
    const part = fc.stringMatching(/^[a-zäöüß]{3,12}$/);
    fc.assert(
      fc.property(part, part, (firstName, lastName) => {
        for (const keys of keypadDigits(`${lastName}${firstName}`)) {
          const found = spelledBy([...names, { channelId: 'c-new', firstName, lastName }], keys);
          expect([null, 'c-new']).toContain(found.channelId);
        }
      }),
    );
  });
});
