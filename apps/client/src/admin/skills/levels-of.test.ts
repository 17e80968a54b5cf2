import { expect, test } from 'vitest';
import { peopleChanged, sameLevels } from './levels-of.ts';

const has = (userId: string, level: number) => ({ userId, level });

test('a form of a skill changes what was changed in it, and nothing that another administrator saved since', () => {
  const filled = [has('wa', 1), has('wb', 2), has('wc', 3)];
  const now = [has('wb', 2), has('wc', 1), has('wd', 2)];
  expect(peopleChanged(filled, filled, now)).toBeUndefined();
  expect(peopleChanged(filled, [has('wa', 1), has('wb', 3), has('we', 2)], now)).toEqual([
    has('wd', 2),
    has('wb', 3),
    has('we', 2),
  ]);
});

test('the same skills in another order are the same, and another level is not', () => {
  const [one, two] = [
    { id: 'k1', level: 1 },
    { id: 'k2', level: 3 },
  ];
  expect(sameLevels([one, two], [two, one])).toBe(true);
  expect(sameLevels([one, two], [one])).toBe(false);
  expect(sameLevels([one], [{ ...one, level: 2 }])).toBe(false);
});
