import { expect, test } from 'vitest';
import { adminGerman, adminWords } from './admin-words.ts';
import { aiChatGerman, aiChatWords } from './ai-chat-words.ts';
import { callAssistantGerman, callAssistantWords } from './call-assistant-words.ts';
import { crmLoggingGerman, crmLoggingWords } from './crm-logging-words.ts';
import { queueBoardGerman, queueBoardWords } from './queue-board-words.ts';
import { smartAnswerGerman, smartAnswerWords } from './smart-answer-words.ts';
import { statisticsGerman, statisticsWords } from './statistics-words.ts';
import { supervisionGerman, supervisionWords } from './supervision-words.ts';
import { de, en } from './words.ts';

type Words = { readonly [key: string]: string | Words };

/** Every text by its path, as `inbox.status.rang`. */
function texts(words: Words, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : texts(value, `${path}${key}.`),
  );
}

const placeholders = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();
const english = texts({
  ...en,
  ...adminWords,
  ...callAssistantWords,
  ...smartAnswerWords,
  ...crmLoggingWords,
  ...aiChatWords,
  ...statisticsWords,
  ...queueBoardWords,
  ...supervisionWords,
});
const german = new Map(
  texts({
    ...de,
    ...adminGerman,
    ...callAssistantGerman,
    ...smartAnswerGerman,
    ...crmLoggingGerman,
    ...aiChatGerman,
    ...statisticsGerman,
    ...queueBoardGerman,
    ...supervisionGerman,
  }),
);

test('both languages have the same texts', () => {
  expect([...german.keys()].sort()).toEqual(english.map(([path]) => path).sort());
});

test('a text takes the same values in both languages', () => {
  const different = english.filter(
    ([path, text]) => String(placeholders(text)) !== String(placeholders(german.get(path) ?? '')),
  );
  expect(different.map(([path]) => path)).toEqual([]);
});

test('no text is empty, and German says du', () => {
  for (const [path, text] of [...english, ...german]) expect(text.trim(), path).not.toBe('');
  expect([...german].filter(([, text]) => /\b(Ihre|Ihnen|Ihren)\b/.test(text))).toEqual([]);
});

/** English as it once read: word for word from German, or in a grammar of no English product. */
const translatedEnglish = [
  'What is your name?',
  'Password until now',
  'Whoever',
  'what was told',
  'beside the matter',
  'by drawing it',
  'Only then can calls go',
  'Say your email',
  'where the browser lets',
  'no more',
  'anew',
  'has to go',
];

test('no English text reads translated', () => {
  const found = english.filter(([, text]) =>
    translatedEnglish.some((words) => new RegExp(`\\b${words.replace('?', '\\?')}(?!\\w)`, 'i').test(text)),
  );
  expect(found).toEqual([]);
});

test('the state that colleagues see has one name, in the menu and beside the own name', () => {
  expect(en.people.presence.doNotDisturb).toBe(en.app.menu.busy);
});

test('log-in and log-out always name the queue, as one also signs in to the app and out of it', () => {
  const bare = [...english, ...german].filter(
    ([path, text]) => /(^|\.)log(In|Out)\w*$/.test(path) && !/\{\{\w+\}\}/.test(text),
  );
  expect(bare).toEqual([]);
});
