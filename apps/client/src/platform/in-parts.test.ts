import { expect, test } from 'vitest';
import { inParts } from './in-parts.ts';

test('everything is given once, in order, and never more than fits', async () => {
  const given: number[][] = [];
  await inParts([1, 2, 3, 4, 5], 2, async (part) => given.push(part));
  expect(given).toEqual([[1, 2], [3, 4], [5]]);
});

test('nothing is not given at all', async () => {
  await inParts([], 2, () => Promise.reject(new Error('asked')));
});

test('parts after a refused one are not given', async () => {
  const given: number[][] = [];
  const refused = inParts([1, 2, 3], 1, async (part) => {
    given.push(part);
    if (part[0] === 2) throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect(given).toEqual([[1], [2]]);
});
