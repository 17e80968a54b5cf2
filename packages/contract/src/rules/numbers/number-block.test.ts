import { expect, test } from 'vitest';
import { e164 } from '../../entities/common.ts';
import { mostNumbersOfBlock, numberBlock, prefixConflict } from './number-block.ts';

/** The ends of the range, how many it has, and the switchboard. */
const told = (first: string, last: string) => {
  const block = numberBlock(first, last);
  if ('problem' in block) return block;
  return [block.switchboard, block.range[0], block.range.at(-1), block.range.length];
};

test.each([
  ['+4940669690', '+49406696999', ['+4940669690', '+49406696900', '+49406696999', 100]],
  ['+4940669690', '+49406696949', ['+4940669690', '+49406696900', '+49406696949', 50]],
  ['+4940669690', '+494066969999', ['+4940669690', '+494066969000', '+494066969999', 1000]],
])('a first number ending in 0 and a longer last one are a switchboard and its range: %s to %s', (first, last, all) => {
  expect(told(first, last)).toEqual(all);
});

test('a head that is typed without its -0 and ends in 0 means the same numbers', () => {
  expect(told('+4940669690', '+494066969099')).toEqual(['+4940669690', '+494066969000', '+494066969099', 100]);
});

test.each([
  ['+49406696900', '+49406696999', [null, '+49406696900', '+49406696999', 100]],
  ['+4940669690', '+4940669699', [null, '+4940669690', '+4940669699', 10]],
  ['+494066969000', '+494066969999', [null, '+494066969000', '+494066969999', 1000]],
  ['+4940669690', '+4940669690', [null, '+4940669690', '+4940669690', 1]],
])('ends of one length mean every number between them: %s to %s', (first, last, all) => {
  expect(told(first, last)).toEqual(all);
});

test.each([
  ['the first is no switchboard', '+4940669691', '+49406696999', 'lengths', 'last'],
  ['the last is shorter', '+49406696900', '+4940669699', 'lengths', 'last'],
  ['four digits in place of the 0', '+4940669690', '+4940669699999', 'lengths', 'last'],
  ['another head', '+4940669690', '+49406697999', 'heads', 'last'],
  ['the wrong way round', '+49406696999', '+49406696900', 'order', 'last'],
  ['one too many', '+4940669690000', '+4940669691000', 'tooMany', 'last'],
  ['no country has it', '+49000000', '+49000000', 'noNumber', 'first'],
  ['too long for its country', '+12125550100', '+121255501099', 'noNumber', 'last'],
])('%s: a block says why it is none', (_what, first, last, problem, path) => {
  expect(numberBlock(first, last)).toEqual({ problem, path });
});

test('no pair of ends makes more numbers than the limit and a switchboard, and each of them is in E.164 form', () => {
  const ends = ['+4940669690', '+49406696900', '+49406696999', '+494066969000', '+494066969999', '+4940669699999'];
  for (const first of ends) {
    for (const last of ends) {
      const block = numberBlock(first, last);
      if ('problem' in block) continue;
      expect(block.range.length).toBeLessThanOrEqual(mostNumbersOfBlock);
      expect(new Set(block.range).has(block.switchboard ?? '')).toBe(false);
      for (const number of block.range) expect(e164.safeParse(number).success).toBe(true);
    }
  }
});

test('numbers that begin others are found, but for switchboards, which end in 0', () => {
  const range = Array.from({ length: 90 }, (_none, at) => `+4930123456${at + 10}`);
  expect(prefixConflict(range, ['+49301234560', '+493099999'])).toBeNull();
  expect(prefixConflict(range, ['+49301234561'])).toBe('+493012345610');
  expect(prefixConflict(range, ['+4930123456111'])).toBe('+4930123456111');
  expect(prefixConflict(['+49301234560', ...range], range)).toBeNull();
});
