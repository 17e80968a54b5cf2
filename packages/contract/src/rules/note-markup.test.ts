import { expect, test } from 'vitest';
import { isEmptyNote } from './note-markup.ts';

test.each(['', '<p></p>', '<p> </p>', '<p>&nbsp;</p>', '<p><br></p><p></p>', '<ul><li><p></p></li></ul>'])(
  'SNOTE-006: %j is an empty note',
  (html) => expect(isEmptyNote(html)).toBe(true),
);

test.each(['<p>.</p>', 'word', '<p>&lt;</p>', '<p></p><ul><li><p>0</p></li></ul>', '<p>a <a href="x">b</a></p>'])(
  '%j is no empty note',
  (html) => expect(isEmptyNote(html)).toBe(false),
);

test('an angle bracket within an address ends no element', () => {
  expect(isEmptyNote('<p><a href="https://a/?b>c"></a></p>')).toBe(true);
});
