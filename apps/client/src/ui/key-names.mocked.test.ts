import { afterEach, expect, test, vi } from 'vitest';
import { keyNames, keyWord } from './key-names.ts';

afterEach(() => vi.unstubAllGlobals());

const read = (lang: string) => vi.stubGlobal('document', { documentElement: { lang } });

test('keys are named as they are printed on the keyboards of a language', () => {
  read('en');
  expect(keyNames('Control+Shift+K')).toEqual(['Ctrl', 'Shift', 'K']);
  expect(keyWord('Control+K')).toBe('Ctrl+K');
  read('de');
  expect(keyNames('Control+Shift+K')).toEqual(['Strg', 'Umschalt', 'K']);
  expect(keyWord('Control+K')).toBe('Strg+K');
  expect(keyNames('Alt+1')).toEqual(['Alt', '1']);
});
