import type { ContactImport } from '@sidetone/contract/entities/contact-import.ts';
import { expect, test } from 'vitest';
import { canBeUndone, countsOf, endedSince, headlineOf } from './import-news.ts';

const one = (given: Partial<ContactImport> = {}): ContactImport => ({
  id: 'm1',
  fileName: 'people.vcf',
  format: 'vcard',
  state: 'RUNNING',
  total: 10,
  done: 0,
  created: 0,
  updated: 0,
  removed: 0,
  skipped: 0,
  problems: [],
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: null,
  ...given,
});

test('news is an import that ran and has ended, not one that ended before or was undone', () => {
  const states = ['RUNNING', 'DONE', 'FAILED', 'UNDONE'] as const;
  for (const before of states) {
    for (const now of states) {
      const news = endedSince([one({ state: before })], [one({ state: now })]);
      expect(news, `${before} ${now}`).toHaveLength(before === 'RUNNING' && ['DONE', 'FAILED'].includes(now) ? 1 : 0);
    }
  }
  // Users who open the app see no news of yesterday.
  expect(endedSince([], [one({ state: 'DONE' })])).toEqual([]);
});

test('a failure is distinguished from a partial import', () => {
  expect(headlineOf(one({ state: 'FAILED' }))).toBe('failed');
  expect(headlineOf(one({ state: 'FAILED', updated: 1 }))).toBe('failedPart');
});

test('only an import that created contacts and has ended can be undone', () => {
  expect(canBeUndone(one({ created: 1 }))).toBe(false);
  expect(canBeUndone(one({ created: 1, state: 'FAILED' }))).toBe(true);
  expect(canBeUndone(one({ updated: 1, state: 'DONE' }))).toBe(false);
  expect(canBeUndone(one({ created: 1, state: 'UNDONE' }))).toBe(false);
});

test('numbers that are zero are left out', () => {
  expect(countsOf(one({ created: 2, skipped: 1 }))).toEqual([
    { kind: 'created', count: 2 },
    { kind: 'skipped', count: 1 },
  ]);
});

test('an import that was undone says how many contacts are gone, zero too', () => {
  const undone = { created: 3, state: 'UNDONE' } as const;
  expect(countsOf(one({ ...undone, removed: 2 }))).toEqual([{ kind: 'removed', count: 2 }]);
  expect(countsOf(one(undone))).toEqual([{ kind: 'removed', count: 0 }]);
});
