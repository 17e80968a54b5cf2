import { expect, test } from 'vitest';
import { noteText } from './note-text.ts';

test.each([
  ['<p>One</p><p></p><p>Two<br>and three</p>', 'One\nTwo\nand three'],
  ['<ul><li><p>First</p></li><li><p>Second</p></li></ul>', 'First\nSecond'],
  ['<p>A &amp; B &lt;b&gt; &#8364;&#x20AC;&nbsp;5 &unknown; &#99999999;</p>', 'A & B <b> €€ 5 &unknown; &#99999999;'],
  ['<p><strong>Bold</strong> and <a href="https://example.org">a link</a></p>', 'Bold and a link'],
  ['<p>&nbsp;</p>', ''],
  ['', ''],
])('%s reads as %j', (html, text) => {
  expect(noteText(html)).toBe(text);
});
