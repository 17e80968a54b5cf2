import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barCount, barsOf, barsOfSides } from './bars.ts';

test.each([
  [0, 0],
  [2.5, 0],
  [2.6, 1],
  [7.1, 1],
  [7.2, 2],
  [427.8, 93],
])('%f pixels hold %i bars', (width, count) => {
  expect(barCount(width)).toBe(count);
});

const peaks = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 300 });

test('the loudest peak is never lost, and every bar represents existing peaks', () => {
  fc.assert(
    fc.property(peaks, fc.integer({ min: 1, max: 200 }), (levels, count) => {
      const bars = barsOf(levels, count);
      expect(bars).toHaveLength(count);
      for (const bar of bars) expect(levels).toContain(bar);
      if (count <= levels.length) expect(Math.max(...bars)).toBe(Math.max(...levels));
    }),
  );
});

test('silence is silent, and the loudest side fills its half', () => {
  expect(barsOfSides({ user: [0, 0], remote: [0, 0] }, 2)).toEqual({ user: [0, 0], remote: [0, 0] });
  expect(barsOfSides({ user: [0.1, 0.2], remote: [0.4, 0] }, 2)).toEqual({ user: [0.25, 0.5], remote: [1, 0] });
  expect(barsOf([], 3)).toEqual([0, 0, 0]);
});
