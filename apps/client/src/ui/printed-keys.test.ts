import { expect, test } from 'vitest';
import { keysIn } from './printed-keys.ts';

test.each([
  ['de', ['Ctrl', 'Shift', 'K'], ['Strg', 'Umschalt', 'K']],
  ['de', ['⌘', 'K'], ['⌘', 'K']],
  ['de', ['Alt', 'Del'], ['Alt', 'Entf']],
  ['en', ['Ctrl', 'Shift', 'K'], ['Ctrl', 'Shift', 'K']],
] as const)('a keyboard in the language %s has %j printed as %j', (language, keys, printed) => {
  expect(keysIn(language, keys)).toEqual(printed);
});
