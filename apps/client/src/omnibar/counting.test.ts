import { shownSearchResults } from '@sidetone/contract/rules/limits.ts';
import { expect, test } from 'vitest';
import { isWorthCounting } from './use-search.ts';

test.each([
  ['fel', shownSearchResults + 1, true],
  ['fel', shownSearchResults, false],
  ['fe', shownSearchResults + 1, false],
])('after %s with %i results the matches are counted: %s', (text, found, expected) => {
  expect(isWorthCounting(text, found)).toBe(expected);
});
