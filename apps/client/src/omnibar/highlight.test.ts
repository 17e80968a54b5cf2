import { expect, test } from 'vitest';
import { highlight } from './highlight.ts';

const marked = (text: string, typed: string) =>
  highlight(text, typed)
    .map((piece) => (piece.match ? `[${piece.text}]` : piece.text))
    .join('');

test.each([
  ['Marcus Feldmann', 'feld', 'Marcus [Feld]mann'],
  ['Renate Lichtenfeld', 'FELD', 'Renate Lichten[feld]'],
  ['Tarek Yıldız', 'yildiz', 'Tarek [Yıldız]'],
  ['Amadou Keïta', 'keita am', '[Am]adou [Keïta]'],
  ['Jonas Weiß', 'weiss', 'Jonas [Weiß]'],
  ['Anna', 'zzz', 'Anna'],
  ['Anna', '', 'Anna'],
])('in "%s" typing "%s" marks %s', (text, typed, expected) => {
  expect(marked(text, typed)).toBe(expected);
});
