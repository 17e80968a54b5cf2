import { expect, test } from 'vitest';
import { textMenu } from './text-menu.ts';
import { wordsIn } from './words.ts';

const nothing = {
  isEditable: false,
  selectionText: '',
  linkURL: '',
  dictionarySuggestions: [] as string[],
  editFlags: { canCut: true, canCopy: true, canPaste: false, canSelectAll: true },
};

function menu(change: Partial<typeof nothing>) {
  const done: string[] = [];
  const act = {
    correct: (word: string) => void done.push(`correct ${word}`),
    copy: (text: string) => void done.push(`copy ${text}`),
  };
  const lines = textMenu({ ...nothing, ...change }, wordsIn('en'), act);
  for (const line of lines) (line.click as (() => void) | undefined)?.();
  return { lines: lines.map((line) => (line.type === 'separator' ? '-' : line.label)), done, whole: lines };
}

test('over nothing there is no menu', () => {
  expect(menu({}).lines).toEqual([]);
  expect(menu({ selectionText: ' \n' }).lines).toEqual([]);
});

test('selected text can be copied', () => {
  expect(menu({ selectionText: '+49 30 901820' }).lines).toEqual(['Copy']);
});

test('a link gives its address', () => {
  const { lines, done } = menu({ linkURL: 'https://help.example/', selectionText: 'help' });
  expect([lines, done]).toEqual([['Copy link', '-', 'Copy'], ['copy https://help.example/']]);
});

test('a field has the words that were meant, and what can be done in it', () => {
  const { lines, done, whole } = menu({ isEditable: true, dictionarySuggestions: ['phone', 'phones'] });
  expect(lines).toEqual(['phone', 'phones', '-', 'Cut', 'Copy', 'Paste', 'Select all']);
  expect(done).toEqual(['correct phone', 'correct phones']);
  expect(whole.find(({ role }) => role === 'paste')?.enabled).toBe(false);
});
