import i18next from 'i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  adoptLanguage,
  changeLanguage,
  chooseLanguage,
  languageOfSignIn,
  loadInsideWords,
  loadLaterWords,
  startEntryWords,
  startWords,
  withLaterWords,
} from './language.ts';
import { de, en } from './words.ts';

const page = { lang: '' };

beforeEach(() => vi.stubGlobal('document', { documentElement: page }));
afterEach(() => vi.unstubAllGlobals());

const helpOf = () => i18next.t(($) => $.help.title);
const signInOf = () => i18next.t(($) => $.signIn.button);
const isThere = (language: string, room: string) => i18next.getResource(language, 'translation', room) !== undefined;

test('the first page has its own words, of its own language', async () => {
  await startEntryWords('de');
  expect(signInOf()).toBe(de.signIn.button);
  expect(page.lang).toBe('de');
  expect(isThere('de', 'inbox')).toBe(false);
});

test('pages behind the sign-in have their words before they are shown, and those of no other language', async () => {
  await startEntryWords('de');
  await loadInsideWords();
  expect(i18next.t(($) => $.settings.title)).toBe(de.settings.title);
  expect([isThere('en', 'inbox'), isThere('de', 'help')]).toEqual([false, false]);
});

test('what no first sight shows comes with its words', async () => {
  await startEntryWords('de');
  const part = await withLaterWords(async () => 'the page of help')();
  expect([part, helpOf()]).toEqual(['the page of help', de.help.title]);
});

test('another language is shown once all of its words are there', async () => {
  await startWords('de');
  await changeLanguage('en');
  expect([signInOf(), helpOf(), page.lang]).toEqual([en.signIn.button, en.help.title, 'en']);
});

test('words that are on their way while the language changes come in the new one', async () => {
  await startEntryWords('en');
  const later = loadLaterWords();
  await changeLanguage('de');
  await later;
  expect([signInOf(), helpOf()]).toEqual([de.signIn.button, de.help.title]);
});

test('of two choices the later one counts, whichever is loaded first', async () => {
  await startWords('en');
  const first = changeLanguage('de');
  await changeLanguage('en');
  await first;
  expect([helpOf(), page.lang]).toEqual([en.help.title, 'en']);
});

test('a language chosen before the sign-in is sent with it, until that of the user is known', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('navigator', { language: 'de-AT' });
  await startEntryWords();
  expect(languageOfSignIn()).toEqual({ locale: 'de', by: 'browser' });
  await chooseLanguage('en');
  expect([signInOf(), languageOfSignIn()]).toEqual([en.signIn.button, { locale: 'en', by: 'chosen' }]);
  await adoptLanguage('en');
  // The next user who signs in here has chosen nothing.
  expect([signInOf(), languageOfSignIn()]).toEqual([en.signIn.button, { locale: 'de', by: 'browser' }]);
});
