import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readChangelog } from './read-changelog.ts';

const entriesOf = (file: string) =>
  readChangelog(readFileSync(join(import.meta.dirname, '../../../../..', file), 'utf8'));

/** Released versions keep this many changes. */
const mostChanges = 8;

const order = ['added', 'better', 'fixed'];

test.each([
  ['CHANGELOG.md', 90],
  ['CHANGELOG.de.md', 100],
] as const)('every change in %s has a kind and fits on a line of %i letters', (file, mostLetters) => {
  const entries = entriesOf(file);
  expect(entries.length).toBeGreaterThan(2);
  for (const { version, changes } of entries) {
    const told = changes.map(({ kind, pieces }) => ({ kind, text: pieces.map(({ text }) => text).join('') }));
    expect(told.filter(({ kind, text }) => kind === null || text.length > mostLetters)).toEqual([]);
    const places = told.map(({ kind }) => order.indexOf(kind ?? ''));
    expect(places, `${file} ${version}: new, better, fixed`).toEqual([...places].sort());
    if (version !== null) expect(told.length, `${file} ${version}`).toBeLessThanOrEqual(mostChanges);
  }
});
