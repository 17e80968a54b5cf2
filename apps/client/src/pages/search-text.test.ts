import { expect, test } from 'vitest';
import { searchText } from './search-text.ts';

test.each([
  ['c-1', 'c-1'],
  [123, '123'],
  [true, 'true'],
  [' c-1 ', 'c-1'],
  ['', undefined],
  ['x'.repeat(201), undefined],
  [null, undefined],
  [['c-1'], undefined],
  [{ id: 'c-1' }, undefined],
  [undefined, undefined],
])('%j is read as %j', (given, text) => {
  expect(searchText(200).parse(given)).toBe(text);
});
