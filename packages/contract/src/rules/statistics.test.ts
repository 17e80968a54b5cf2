import { expect, test } from 'vitest';
import { answeredShare, difference, growth, hoursToShow, peakOf } from './statistics.ts';

test('shares and changes are unknown where there is nothing to compare with', () => {
  expect(answeredShare({ answered: 0, incoming: 0 })).toBeNull();
  expect(answeredShare({ answered: 3, incoming: 4 })).toBe(0.75);
  expect(growth(5, 0)).toBeNull();
  expect(growth(53, 50)).toBeCloseTo(0.06);
  expect(growth(0, 4)).toBe(-1);
  expect(difference(null, 3)).toBeNull();
  expect(difference(3, null)).toBeNull();
  expect(difference(14, 11)).toBe(3);
});

test('the peak is the first of the hours with the most calls', () => {
  const at = (weekday: number, hour: number, calls: number) => ({ weekday, hour, calls });
  expect(peakOf([])).toBeNull();
  expect(peakOf([at(1, 9, 0)])).toBeNull();
  expect(peakOf([at(1, 9, 2), at(2, 10, 5), at(3, 10, 5)])).toEqual(at(2, 10, 5));
});

test('the hours of an office are always shown, and those before and after it where there were calls', () => {
  const busy = (...hours: number[]) => hours.map((hour) => ({ weekday: 1, hour, calls: 1 }));
  expect(hoursToShow([])).toEqual([7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
  expect(hoursToShow(busy(5, 19))).toEqual(Array.from({ length: 15 }, (_, at) => at + 5));
  expect(hoursToShow([{ weekday: 1, hour: 23, calls: 0 }])).toHaveLength(11);
});
