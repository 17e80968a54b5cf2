import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { adminGerman, adminWords } from '../apps/client/src/i18n/admin-words.ts';
import { de, en } from '../apps/client/src/i18n/words.ts';
import { routes } from '../packages/contract/src/http/routes.ts';
import { type Place, wrongWords } from './wrong-words.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

interface Text {
  readonly language: 'en' | 'de';
  readonly place: Place;
  /** Where it is: the path of an app text, the name of a route, or a file and its line. */
  readonly at: string;
  readonly text: string;
}

type Words = { readonly [key: string]: string | Words };

const appTexts = (language: 'en' | 'de', words: Words, path: string = language): Text[] =>
  Object.entries(words).flatMap(([key, value]): Text[] =>
    typeof value === 'string'
      ? // What is filled in is not ours.
        [{ language, place: 'app', at: `${path}.${key}`, text: value.replace(/\{\{[^}]*\}\}/g, '…') }]
      : appTexts(language, value, `${path}.${key}`),
  );

const summaries = Object.entries(routes).map(
  ([name, { summary }]): Text => ({ language: 'en', place: 'routes', at: name, text: summary }),
);

/** Lines of a page, but what stands in code: names of commands and fields stay as they are. */
const linesOf = (language: 'en' | 'de', place: Place, file: string): Text[] =>
  readFileSync(join(root, file), 'utf8')
    .replace(/```.*?```/gs, (code) => code.replace(/[^\n]/g, ''))
    .split('\n')
    .map((line, at) => ({ language, place, at: `${file}:${at + 1}`, text: line.replace(/`[^`]*`/g, '…') }));

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    // The glossary names the wrong words beside ours.
    .filter((name) => name.endsWith('.md') && name !== 'GLOSSARY.md')
    .map((name) => `docs/${name}`),
];

const texts = [
  ...appTexts('en', { ...en, ...adminWords }),
  ...appTexts('de', { ...de, ...adminGerman }),
  ...summaries,
  ...linesOf('en', 'changelog', 'CHANGELOG.md'),
  ...linesOf('de', 'changelog', 'CHANGELOG.de.md'),
  ...pages.flatMap((page) => linesOf('en', 'documents', page)),
];

test.each(wrongWords.map((word) => [word.language, word.example, word] as const))(
  'in %s nothing is said like “%s”',
  (_language, example, { language, places, wrong, say }) => {
    expect(example).toMatch(wrong);
    const found = texts
      .filter((text) => text.language === language && places.includes(text.place) && wrong.test(text.text))
      .map(({ at, text }) => `${at}: ${text.trim()} (say: ${say})`);
    expect(found).toEqual([]);
  },
);

test('there are texts of every place and language to look at', () => {
  for (const place of ['app', 'routes', 'changelog', 'documents'] as const)
    expect(texts.filter((text) => text.place === place).length, place).toBeGreaterThan(100);
  expect(texts.filter(({ language }) => language === 'de').length).toBeGreaterThan(1000);
});

test('a word that is not ours has another in its place, which is not one itself', () => {
  for (const { language, say } of wrongWords.filter(({ example }) => example !== 'Wähle "Nicht stören".'))
    expect(
      wrongWords.filter((word) => word.language === language && word.wrong.test(say)).map(({ say }) => say),
    ).toEqual([]);
});
