import { expect, test } from 'vitest';
import { outcomeOf } from './outcome-of-saving.ts';

const problem = { type: 'unreachable', detail: 'Nobody answers' };
const saved = { id: 'i1', rev: 5, lastSyncedAt: null, problem: null };

test('only later news tell the outcome of saving a connection', () => {
  // The connection before it was saved, with its problem then.
  expect(outcomeOf(saved, { ...saved, rev: 4, problem })).toBeNull();
  expect(outcomeOf(saved, saved)).toBeNull();
  expect(outcomeOf(saved, { ...saved, rev: 6 })).toBeNull();
  expect(outcomeOf(saved, { ...saved, rev: 7, problem })).toBe('failed');
  expect(outcomeOf(saved, { ...saved, rev: 7, lastSyncedAt: '2026-03-01T10:00:00.000Z' })).toBe('came');
  expect(outcomeOf(saved, undefined)).toBeNull();
  const inPart = { ...problem, translationKey: 'leftOut' };
  expect(outcomeOf(saved, { ...saved, rev: 7, problem: inPart })).toBeNull();
  expect(outcomeOf(saved, { ...saved, rev: 7, problem: inPart, lastSyncedAt: '2026-03-01T10:00:00.000Z' })).toBe(
    'came',
  );
});

test('for one that was connected before only later contacts count', () => {
  const before = { ...saved, lastSyncedAt: '2026-03-01T10:00:00.000Z' };
  expect(outcomeOf(before, { ...before, rev: 6 })).toBeNull();
  expect(outcomeOf(before, { ...before, rev: 7, lastSyncedAt: '2026-03-01T10:05:00.000Z' })).toBe('came');
});
