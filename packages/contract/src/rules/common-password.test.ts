import { expect, test } from 'vitest';
import { isCommonPassword } from './common-password.ts';

test.each([
  'password123',
  'Passwort2026!',
  'P@ssw0rd123',
  'passwordpassword',
  'passwort-2026',
  'mypassword1',
  'Passwort!!!!',
  '1234567890',
  '0987654321',
  '01.01.1990',
  '+4930123456789',
  '1111111111',
  'aaaaaaaaaa',
  '1212121212',
  'abcabcabcabc',
  'qwertzuiop',
  'qwertyuiop',
  'asdfghjkl1',
  '1qaz2wsx3edc',
  'abcdefghij',
  'zyxwvutsrq',
  'qwertz12345',
  '1q1q1q1q1q',
  'iloveyou123',
  'ichliebedich',
  'Willkommen1',
  'welcome2026!',
  'administrator',
  'Administrator1',
  'letmein123',
  'Sommer2031!',
  'Winter2026!',
  'Dezember2026',
  'fussball2020',
  'bayernmuenchen',
  'schatzi1234',
  'Sonnenschein1',
  'superman123',
  'princess1234',
  'changeme123',
  'Sidetone2026',
  'test1234test',
  'Hallo12345!',
])('%j is common', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  'correct horse battery',
  'tall blue mountain',
  'ich mag den Regen im Mai',
  'Tannhorst-Zaunkönig',
  'f7#kQ9!mzL2x',
  'we meet at the old harbour',
  'Zebra-Kaktus-Lampe',
  'k3nm-91xq-7vbt',
  'xkvjqpwzmn',
  'my dog eats the best cookie',
])('%j is none of the common ones', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

test.each(['a', 'ab1', 'passwort', 'qwertz', 'x!'])(
  '%s again and again is common at the longest length, too',
  (piece) => {
    expect(isCommonPassword(piece.repeat(1000).slice(0, 1000))).toBe(true);
  },
);
