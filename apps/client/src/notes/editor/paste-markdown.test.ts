import { expect, test } from 'vitest';
import { noteOfMarkdown } from './paste-markdown.ts';

test('headings, lists, links, bold and italics are converted together', () => {
  const text =
    '# Plan\r\n\n- **Gate** 4\n- by _Friday_\n\n1. call\n2) write\n\nSee [the page](https://a.example/x_y_z) & more';
  expect(noteOfMarkdown(text)).toBe(
    [
      '<p><strong>Plan</strong></p>',
      '<ul><li><p><strong>Gate</strong> 4</p></li><li><p>by <em>Friday</em></p></li></ul>',
      '<ol><li><p>call</p></li><li><p>write</p></li></ol>',
      '<p>See <a href="https://a.example/x_y_z">the page</a> &amp; more</p>',
    ].join(''),
  );
});

test('a text without any of them is pasted unchanged', () => {
  for (const text of ['Call back at 5', '2 * 3 * 4 = 24', 'file_name_here', 'a - b', 'Gate 4.\nFriday', '#4471', '']) {
    expect(noteOfMarkdown(text), text).toBeNull();
  }
});

test('a link that notes may not have stays as it is written, and no part of the text becomes an element', () => {
  expect(noteOfMarkdown('**x** [a](javascript:alert(1)) <img src=x onerror=alert(1)>')).toBe(
    '<p><strong>x</strong> [a](javascript:alert(1)) &lt;img src=x onerror=alert(1)&gt;</p>',
  );
  expect(noteOfMarkdown('[a](https://x.example/"onclick=1)')).toBe(
    '<p><a href="https://x.example/&quot;onclick=1">a</a></p>',
  );
});
