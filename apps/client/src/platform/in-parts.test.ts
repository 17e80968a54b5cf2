import { expect, test } from 'vitest';
import { inParts } from './in-parts.ts';

test('everything is sent once, in order, and never more than the limit', async () => {
  const given: number[][] = [];
  await inParts([1, 2, 3, 4, 5], 2, async (part) => given.push(part));
  expect(given).toEqual([[1, 2], [3, 4], [5]]);
});

test('an empty list is not sent at all', async () => {
  await inParts([], 2, () => Promise.reject(new Error('asked')));
});

test('parts after a refused one are not sent', async () => {
  const given: number[][] = [];
  const refused = inParts([1, 2, 3], 1, async (part) => {
    given.push(part);
    if (part[0] === 2) throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect(given).toEqual([[1], [2]]);
});
