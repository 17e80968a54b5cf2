import { expect, test } from 'vitest';
import { cleanLogHtml } from '../../../crm/log-html.ts';
import { plainText } from './plain-text.ts';

test.each([
  ['<p>one</p><p>two<br>three</p>', 'one\n\ntwo\nthree'],
  ['<p>one</p><p></p><p>&nbsp;</p><p>two</p>', 'one\n\ntwo'],
  ['<p>a  b\n c <b>d</b> e</p>', 'a b c d e'],
  ['<p>before</p><ul><li>a</li><li><p>b</p><p>c</p></li></ul><p>after</p>', 'before\n\n- a\n- b\n  c\n\nafter'],
  ['<ol><li>a</li><li>b<ul><li>c</li><li>d</li></ul></li><li>e</li></ol>', '1. a\n2. b\n  - c\n  - d\n3. e'],
  ['<h4>Title</h4><p>text</p>', 'Title\n\ntext'],
  ['<p>1 &lt; 2 &amp;amp; 3 &quot;4&quot;</p>', '1 < 2 &amp; 3 "4"'],
  ['<p><a href="https://a.example/?b=1&amp;c=2">see</a>.</p>', 'see (https://a.example/?b=1&c=2).'],
  ['<p><a href="https://a.example">a.example</a> <a href="tel:+4930">+4930</a></p>', 'a.example +4930'],
  ['words alone', 'words alone'],
  ['', ''],
])('%j reads %j', (html, text) => expect(plainText(cleanLogHtml(html))).toBe(text));
