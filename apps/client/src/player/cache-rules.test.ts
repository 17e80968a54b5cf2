import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entriesToDrop, isLegacyRefetchDue } from './cache-rules.ts';

const end = '2026-11-20T10:00:00Z';
const after = (minutes: number) => Date.parse(end) + minutes * 60_000;

test.each([
  ['at its end', end, after(0), false],
  ['five minutes later', end, after(5), false],
  ['ten minutes later', end, after(10), false],
  ['a moment after ten minutes', end, after(10) + 1, true],
  ['an hour later', end, after(60), true],
  ['two days later', end, after(2 * 24 * 60), true],
  ['while the clock of this machine is behind', end, after(-3), false],
  ['of a call whose end nobody knows', null, after(0), true],
  ['of a call whose end makes no sense', 'yesterday', after(0), true],
])('a legacy recording %s is fetched again: %#', (_, endedAt, now, due) => {
  expect(isLegacyRefetchDue(endedAt, now)).toBe(due);
});

const entries = fc.uniqueArray(fc.record({ id: fc.uuid(), size: fc.nat(1000), usedAt: fc.nat(10_000) }), {
  selector: ({ id }) => id,
  maxLength: 40,
});

test('the sounds that stay fit, and none goes before one that was used earlier', () => {
  fc.assert(
    fc.property(entries, fc.nat(20_000), (kept, limit) => {
      const dropped = new Set(entriesToDrop(kept, limit));
      const stays = kept.filter(({ id }) => !dropped.has(id));
      const goes = kept.filter(({ id }) => dropped.has(id));
      expect(stays.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(limit);
      const [newestGone, oldestKept] = [
        Math.max(...goes.map(({ usedAt }) => usedAt)),
        Math.min(...stays.map(({ usedAt }) => usedAt)),
      ];
      expect(newestGone).toBeLessThanOrEqual(oldestKept);
      // Nothing is removed without need.
      if (kept.reduce((sum, { size }) => sum + size, 0) <= limit) expect(goes).toEqual([]);
    }),
  );
});
