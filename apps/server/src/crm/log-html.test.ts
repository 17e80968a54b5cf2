import { expect, test } from 'vitest';
import { cleanLogHtml, cutHtml } from './log-html.ts';

test('only simple elements and links are left of the HTML of a log', () => {
  const html =
    '<p onclick="x()">Hi <b>Uta</b><script>alert(1)</script><img src=x onerror=y> <a href="javascript:z">bad</a> <a href="https://a.example/b?c=1&amp;d=2" target="_blank">good</a></p><h4>Title</h4><ul><li>one</li></ul>';
  expect(cleanLogHtml(html)).toBe(
    '<p>Hi <b>Uta</b> <a>bad</a> <a href="https://a.example/b?c=1&amp;d=2">good</a></p><h4>Title</h4><ul><li>one</li></ul>',
  );
});

test('what is too long is cut between entities and tags, and its elements are closed', () => {
  const long = `<ul><li><b>${'ä&amp;'.repeat(500)}</b></li></ul>`;
  for (const most of [300, 301, 302, 303, 304, 305, 306]) {
    const cut = cutHtml(long, most);
    expect(cut.length).toBeLessThanOrEqual(most);
    expect(cut).toMatch(/^<ul><li><b>(ä&amp;)+ä?…<\/b><\/li><\/ul>$/);
  }
  expect(cutHtml('<p>short</p>', 12)).toBe('<p>short</p>');
});

test('lone surrogates and zeros, which databases and JSON do not take, are left out', () => {
  expect(cleanLogHtml('a\0b\ud800c')).toBe('ab\ufffdc');
});
