import { expect, test } from 'vitest';
import { fittingOf } from './use-fitting.ts';

test('all fit, or some leave room for the number of the others', () => {
  expect(fittingOf([100, 200, 300], 300, 50)).toEqual({ fits: 3, endPx: 300 });
  expect(fittingOf([100, 200, 300], 299, 50)).toEqual({ fits: 2, endPx: 200 });
  expect(fittingOf([100, 200, 300], 240, 50)).toEqual({ fits: 1, endPx: 100 });
  expect(fittingOf([100, 200, 300], 40, 50)).toEqual({ fits: 0, endPx: 0 });
  expect(fittingOf([], 40, 50)).toEqual({ fits: 0, endPx: 0 });
});
