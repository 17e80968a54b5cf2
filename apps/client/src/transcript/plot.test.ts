import fc from 'fast-check';
import { expect, test } from 'vitest';
import { curveThrough, marksOf, secondAt, xOf, yOf } from './plot.ts';

const frame = { width: 636, top: 10, bottom: 102, left: 24, right: 12 };

test('the axis runs from -1 to 1', () => {
  expect([1, 0, -1].map((value) => yOf(frame, value))).toEqual([10, 56, 102]);
});

test('a place leads back to its second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7200 }), fc.double({ min: 0, max: 1, noNaN: true }), (duration, share) => {
      const second = share * duration;
      expect(secondAt(frame, xOf(frame, second, duration), duration)).toBeCloseTo(second, 3);
    }),
  );
  expect(secondAt(frame, -50, 60)).toBe(0);
  expect(secondAt(frame, 5000, 60)).toBe(60);
  expect(secondAt({ ...frame, width: 0 }, 5, 60)).toBe(0);
  expect(xOf(frame, 5, 0)).toBe(24);
});

test.each([
  [0, [0]],
  [12, [0, 5, 10]],
  [372, [0, 90, 180, 270, 360]],
  [3600, [0, 900, 1800, 2700, 3600]],
])('under %i seconds stand %o', (duration, marks) => {
  expect(marksOf(duration, 5)).toEqual(marks);
});

test('there are never too many marks', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), (duration) => {
      const marks = marksOf(duration, 5);
      expect(marks.length).toBeGreaterThan(0);
      expect(marks.length).toBeLessThanOrEqual(6);
      expect(Math.max(...marks)).toBeLessThanOrEqual(duration);
    }),
  );
});

test('a curve goes through its points', () => {
  expect(curveThrough([])).toBe('');
  expect(curveThrough([[1, 2]])).toBe('M1 2');
  expect(
    curveThrough([
      [0, 0],
      [10, 20],
    ]),
  ).toBe('M0 0C5 0 5 20 10 20');
});
