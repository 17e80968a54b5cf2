import { expect, test } from 'vitest';
import { beginningOf, plainText } from './plain-text.ts';

test.each([
  ['<p>one <strong>two</strong></p><p>three<br>four</p>', 'one two\nthree\nfour'],
  ['<p>do</p><ul><li><p>a</p></li><li>b</li></ul><p>end</p>', 'do\n- a\n- b\nend'],
  ['<p>a &lt; b &amp;&#38; c&nbsp;d &unknown;</p>', 'a < b && c d &unknown;'],
  ['<p>a <a href="https://x.test/?a>b">link</a></p>', 'a link'],
  ['<p>&amp;lt;</p>', '&lt;'],
  ['<p></p>', ''],
])('%s', (html, text) => {
  expect(plainText(html)).toBe(text);
});

test('of a long note the beginning is shown, on one line', () => {
  expect(beginningOf('<p>one</p><p>two</p>')).toBe('one two');
  expect(beginningOf('<p>one two three</p>', 8)).toBe('one two…');
  expect(beginningOf(`<p>${'🙂'.repeat(70)}</p>`)).toBe(`${'🙂'.repeat(59)}…`);
});
