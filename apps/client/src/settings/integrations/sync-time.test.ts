import { expect, test } from 'vitest';
import { agoOf } from './sync-time.ts';

const now = Date.parse('2026-11-22T10:00:00Z');

test.each([
  ['2026-11-22T09:59:30Z', null],
  ['2026-11-22T10:00:30Z', null],
  ['2026-11-22T09:56:00Z', '4 min. ago'],
  ['2026-11-22T07:30:00Z', '2 hr. ago'],
  ['2026-11-20T09:00:00Z', '2 days ago'],
])('%s was %s', (moment, expected) => {
  expect(agoOf(moment, now, 'en')).toBe(expected);
});

test('German says it in German', () => {
  expect(agoOf('2026-11-22T09:56:00Z', now, 'de')).toBe('vor 4 Min.');
});
