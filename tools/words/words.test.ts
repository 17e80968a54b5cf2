import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../programs-running.ts';
import { findPartlessLogs, findPhrases, type Text } from './phrases.ts';
import { readTexts, stringTexts } from './texts.ts';
import { wornExceptions, wornPhrases } from './worn-phrases.ts';
import { wrongWords } from './wrong-words.ts';

const phrases = [...wrongWords, ...wornPhrases];

test.each(phrases.map((phrase) => [phrase.language, phrase.example, phrase] as const))(
  'in %s “%s” is found wherever nobody may say it',
  (language, example, phrase) => {
    for (const place of phrase.places) {
      const { found } = findPhrases([{ language, place, at: 'here', text: example }], [phrase], []);
      expect(found).toEqual([expect.stringContaining(example)]);
    }
  },
);

test('the word that we say instead is not a wrong one itself', () => {
  for (const { language, say } of wrongWords.filter(({ example }) => example !== 'Wähle "Nicht stören".'))
    expect(phrases.filter((other) => other.language === language && other.wrong.test(say))).toEqual([]);
});

const log: Text = { language: 'en', place: 'logs', at: 'apps/server/src/a.ts:1', text: 'all calls end at once' };

test('a phrase that an exception allows is found in no other text', () => {
  const phrase = { language: 'en', places: ['logs'], wrong: /\bat once\b/, say: 'immediately', example: '' } as const;
  const exception = { at: 'apps/server/src/a.ts', text: 'end at once', reason: 'at the same time' };
  const other = { ...log, at: 'apps/server/src/b.ts:7' };
  expect(findPhrases([log, other], [phrase], [exception]).found).toEqual([
    'apps/server/src/b.ts:7: “at once”, say “immediately”: all calls end at once',
  ]);
  expect(findPhrases([log], [phrase], [exception]).needless).toEqual([]);
  expect(findPhrases([other], [phrase], [exception]).needless).toEqual([exception]);
});

test('every exception has a reason and the phrase that it allows', () => {
  for (const { text, reason } of wornExceptions) {
    expect(reason).not.toBe('');
    expect(phrases.some(({ wrong }) => wrong.test(text))).toBe(true);
  }
});

test('strings of programs are texts, but no SQL, names or comments', () => {
  const code = [
    "import { a } from 'a b c d';",
    '// said in a comment',
    "log.warn({ err }, failed ? 'trunks: registration refused' : 'odd');",
    `throw new Error(\`No user has \${address} as theirs.\`);`,
    'sql`select a from b`;',
    "const kind = 'two words';",
  ];
  expect(stringTexts('a.ts', code.join('\n')).map(({ place, at, text, level }) => [place, at, text, level])).toEqual([
    ['logs', 'a.ts:3', 'trunks: registration refused', 'warn'],
    ['logs', 'a.ts:3', 'odd', 'warn'],
    ['programs', 'a.ts:4', 'No user has … as theirs.', undefined],
  ]);
});

test('a log message of trouble begins with its part', () => {
  const messages: readonly (readonly [string, string, string])[] = [
    ['apps/server/src/a.ts', 'warn', 'trunks: registration refused'],
    ['apps/client/src/a.ts', 'warn', '[audio] no level'],
    ['apps/server/src/a.ts', 'info', 'ringing'],
    ['apps/server/src/a.ts', 'error', 'live data stumbled'],
    ['apps/client/src/a.ts', 'error', 'audio: no level'],
  ];
  const texts = messages.map(([at, level, text]): Text => ({ ...log, at, level, text }));
  expect(findPartlessLogs(texts)).toEqual([
    'apps/server/src/a.ts: “live data stumbled” does not begin with its part',
    'apps/client/src/a.ts: “audio: no level” does not begin with its part',
  ]);
});

test('there are texts of every place and language to look at, and every bundle of the app is among them', async () => {
  const texts = readTexts();
  for (const place of ['app', 'routes', 'changelog', 'documents', 'logs', 'programs'] as const)
    expect(texts.filter((text) => text.place === place).length, place).toBeGreaterThan(100);
  expect(texts.filter(({ language }) => language === 'de').length).toBeGreaterThan(1000);
  const folder = join(root, 'apps/client/src/i18n');
  for (const name of readdirSync(folder).filter((each) => each.endsWith('-words.ts'))) {
    const bundles = Object.entries(await import(join(folder, name))).filter(([key]) => /(Words|German)$/.test(key));
    for (const [key, words] of bundles) {
      const language = key.endsWith('German') ? 'de' : 'en';
      for (const part of Object.keys(words as object))
        expect(
          texts.some(({ at }) => at.startsWith(`${language}.${part}.`)),
          `${language}.${part}`,
        ).toBe(true);
    }
  }
}, 60_000);
