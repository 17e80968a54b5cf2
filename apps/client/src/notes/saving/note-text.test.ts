import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blocksOf, joinNotes, mergeNotes, sameNote } from './note-text.ts';

test.each([
  ['<p>a</p>', '<p>a</p>'],
  ['<p></p>', ''],
  ['<p>a&nbsp;b</p>', '<p>a\u00a0b</p>'],
  ['<p>say "a" &gt; b</p>', '<p>say &quot;a&quot; > b</p>'],
  ['<p>a<br>b</p>', '<p>a<br />b</p>'],
  ['<p><a target="_blank" rel="noopener" href="https://a.b/?c">d</a></p>', '<p><a href="https://a.b/?c">d</a></p>'],
])('%j says the same as %j', (one, other) => expect(sameNote(one, other)).toBe(true));

test.each([
  ['<p>a</p>', '<p>b</p>'],
  ['<p>a</p>', '<p><strong>a</strong></p>'],
  ['<p>a</p><p></p><p>b</p>', '<p>a</p><p>b</p>'],
  ['<p><a href="https://a.b">d</a></p>', '<p><a href="https://a.c">d</a></p>'],
  ['<p>&lt;b&gt;</p>', '<p><b></b></p>'],
])('%j does not say the same as %j', (one, other) => expect(sameNote(one, other)).toBe(false));

test('a note is cut into its paragraphs and lists', () => {
  expect(blocksOf('<p>a<br>b</p><ul><li><p>c</p></li><li><p>d</p></li></ul><p>e</p>')).toEqual([
    '<p>a<br>b</p>',
    '<ul><li><p>c</p></li><li><p>d</p></li></ul>',
    '<p>e</p>',
  ]);
  expect(blocksOf('a<p>b</p>c')).toEqual(['a', '<p>b</p>', 'c']);
  expect(blocksOf('')).toEqual([]);
});

const block = fc.oneof(
  fc.stringMatching(/^[a-e]{1,2}$/).map((word) => `<p>${word}</p>`),
  fc.stringMatching(/^[a-e]{1,2}$/).map((word) => `<ul><li><p>${word}</p></li></ul>`),
);
const note = fc.array(block, { maxLength: 5 }).map((blocks) => blocks.join(''));

test('joining loses nothing', () => {
  fc.assert(
    fc.property(note, note, (upper, lower) => {
      const joined = blocksOf(joinNotes(upper, lower));
      for (const each of [...blocksOf(upper), ...blocksOf(lower)]) expect(joined).toContain(each);
    }),
  );
});

test('merging keeps every block of mine, and every one that they added', () => {
  fc.assert(
    fc.property(note, note, note, (base, mine, theirs) => {
      const merged = blocksOf(mergeNotes(base, mine, theirs));
      const before = blocksOf(base);
      const isMineUntouched = sameNote(mine, base);
      for (const each of isMineUntouched ? [] : blocksOf(mine)) expect(merged).toContain(each);
      for (const each of blocksOf(theirs)) {
        if (isMineUntouched || !before.includes(each)) expect(merged).toContain(each);
      }
    }),
  );
});

test('merging the same twice adds nothing the second time', () => {
  fc.assert(
    fc.property(note, note, note, (base, mine, theirs) => {
      fc.pre(!sameNote(mine, base));
      const once = mergeNotes(base, mine, theirs);
      expect(sameNote(mergeNotes(base, once, theirs), once) || sameNote(once, base)).toBe(true);
    }),
  );
});
