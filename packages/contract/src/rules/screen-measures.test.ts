import { expect, test } from 'vitest';
import { snackbarTopPx } from './screen-measures.ts';

test('SCONST-044, -045: snackbars lie below the title bar, however high it is; on a Mac there is none above them', () => {
  expect(snackbarTopPx('mac')).toBe(24);
  expect(snackbarTopPx('mac', 40)).toBe(24);
  expect(snackbarTopPx('other')).toBe(32 + 24 + 8);
  expect(snackbarTopPx('other', 40)).toBe(40 + 24 + 8);
});
