import { expect, test } from 'vitest';
import { featureCodes } from './feature-codes.ts';
import { isSwitchCode, ownCodeOf, switchedBy } from './switch-codes.ts';

test.each([
  ['*21*01711234567#', '*7201711234567'],
  ['*21*01711234567', '*7201711234567'],
  ['*21*+491711234567#', '*72+491711234567'],
  ['*67**97#', '*90*97'],
  ['*61#', '*92'],
  ['#62#', '*95'],
  ['#62', '*95'],
  ['##21#', '*73'],
  ['*#67#', '*74'],
  ['#21*5#', '#21*5#'],
  ['*21*0171*5#', '*21*0171*5#'],
  ['*2820', '*2820'],
  ['*63#', '*63#'],
  [`*21*${'1'.repeat(21)}#`, `*21*${'1'.repeat(21)}#`],
])('%s means %s', (dialled, own) => {
  expect(ownCodeOf(dialled)).toBe(own);
});

test('each occasion of forwarding has a code for on and one for off, and no other code switches anything', () => {
  const switching = featureCodes.flatMap(({ name }) => (isSwitchCode(name) ? [switchedBy(name)] : []));
  expect(new Set(switching.map(({ feature, isOn }) => `${feature} ${isOn}`)).size).toBe(10);
  expect(switching).toHaveLength(10);
});
