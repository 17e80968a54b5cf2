import { expect, test } from 'vitest';
import { isPlainLine, plainLine } from './plain-line.ts';

test.each([
  ['Anna\r\nVia: SIP/2.0', 'Anna Via: SIP/2.0'],
  ['Anna\u2028Berg', 'Anna Berg'],
  ['Anna\tBerg', 'Anna Berg'],
  ['Anna\u0000Berg', 'AnnaBerg'],
  ['Anna\u202egreB', 'AnnagreB'],
  ['\u2066Anna\u2069 Berg', 'Anna Berg'],
  ['\u200fAnna', 'Anna'],
])('%j is no name, and %j is left of it', (text, left) => {
  expect(isPlainLine(text)).toBe(false);
  expect(plainLine(text)).toBe(left);
  expect(isPlainLine(left)).toBe(true);
});

test.each(['Anna Berg', 'José', 'محمد علي', 'דוד לוי', '山田 太郎', 'O’Neil – Söhne & Co. 👩🏽‍🚀', ''])(
  '%j stays as it is',
  (text) => {
    expect(isPlainLine(text)).toBe(true);
    expect(plainLine(text)).toBe(text);
  },
);
