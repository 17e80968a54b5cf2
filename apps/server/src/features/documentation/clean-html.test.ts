import { expect, test } from 'vitest';
import { cleanHtml } from './clean-html.ts';

test.each([
  [
    '<p>Hello <strong>you</strong> and <em>me</em><br>next</p>',
    '<p>Hello <strong>you</strong> and <em>me</em><br />next</p>',
  ],
  [
    '<p><a href="https://a.example/?b=1&amp;c=2" onclick="x()" target="_blank">link</a></p>',
    '<p><a href="https://a.example/?b=1&amp;c=2">link</a></p>',
  ],
  [
    '<p><a href="tel:+4930">call</a> <a href="mailto:a@b.example">write</a></p>',
    '<p><a href="tel:+4930">call</a> <a href="mailto:a@b.example">write</a></p>',
  ],
  [
    '<p><a href="javascript:alert(1)">x</a><a href="//evil.example">y</a><a href=" java\tscript:alert(1)">z</a></p>',
    '<p><a>x</a><a>y</a><a>z</a></p>',
  ],
  ['<p>a<script>alert(1)</script><style>p{}</style>b</p>', '<p>ab</p>'],
  ['<img src=x onerror=alert(1)><p style="color:red" class="x">text</p><svg><g/></svg>', '<p>text</p>'],
  ['<p>1 < 2 &amp; 3</p>', '<p>1 &lt; 2 &amp; 3</p>'],
  ['<h1>Title</h1><b>bold</b>', '<p>Title</p><strong>bold</strong>'],
  ['<ul><li><p>one</p></li></ul>', '<ul><li><p>one</p></li></ul>'],
  ['text\u0000 without \ud800 element', 'text without \ufffd element'],
])('%j is kept as %j', (given, kept) => expect(cleanHtml(given)).toBe(kept));

test.each(['', '<p></p>', '<p> &nbsp; </p><p><br></p>', '<script>x</script>', '<img src="x">'])(
  '%j is an empty note',
  (html) => expect(cleanHtml(html)).toBe(''),
);

test('clean text stays as it is', () => {
  for (const html of [
    '<p>a &amp; b<br />c</p>',
    '<p><a href="https://a.example/">b</a></p>',
    '<ol><li><p>c</p></li></ol>',
  ]) {
    expect(cleanHtml(cleanHtml(html))).toBe(cleanHtml(html));
  }
});
