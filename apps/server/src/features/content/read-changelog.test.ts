import { expect, test } from 'vitest';
import { readChangelog } from './read-changelog.ts';

const text = (markdown: string) =>
  readChangelog(markdown).map(({ version, date, changes }) => ({
    version,
    date,
    changes: changes.map(({ kind, pieces }) => [kind, pieces.map((piece) => piece.text).join('')]),
  }));

test('versions are headings, changes are bullets, and what comes before is for nobody else', () => {
  const markdown = `# What is new

- Write in the words of the app.

## Unreleased

- Something that
  takes two lines.

## 0.2.0 (2026-11-21)

- One.
- Two.

## v0.1.0 - 2026-11-20
`;
  expect(text(markdown)).toEqual([
    { version: null, date: null, changes: [[null, 'Something that takes two lines.']] },
    {
      version: '0.2.0',
      date: '2026-11-21',
      changes: [
        [null, 'One.'],
        [null, 'Two.'],
      ],
    },
    { version: '0.1.0', date: '2026-11-20', changes: [] },
  ]);
});

test.each(['New', 'Neu', 'Better', 'Besser', 'Fixed', 'Behoben', 'Thanks'])(
  'changes under "%s" are of its kind',
  (title) => {
    const kinds = { New: 'added', Neu: 'added', Better: 'better', Besser: 'better', Fixed: 'fixed', Behoben: 'fixed' };
    expect(text(`## 1.0.0\n\n### ${title}\n\n- It rings.\n`)[0]?.changes).toEqual([
      [kinds[title as keyof typeof kinds] ?? null, 'It rings.'],
    ]);
  },
);

test('bold and code are distinguished from the rest, and nothing becomes markup', () => {
  const [entry] = readChangelog('## 1.0.0\n- **Voicemail.** Dial `*98` <b>now</b>.');
  expect(entry?.changes[0]?.pieces).toEqual([
    { text: 'Voicemail.', look: 'strong' },
    { text: ' Dial ', look: 'plain' },
    { text: '*98', look: 'code' },
    { text: ' <b>now</b>.', look: 'plain' },
  ]);
});

test('a text without versions has nothing to tell', () => {
  expect(readChangelog('- a\n- b')).toEqual([]);
});
