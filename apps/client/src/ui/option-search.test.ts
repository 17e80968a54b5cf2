import { expect, test } from 'vitest';
import { optionFits } from './option-search.ts';

test.each([
  ['Österreich', 'osterr'],
  ['Österreich', 'Oesterreich'],
  ["Côte d'Ivoire", 'cote'],
  ['Weißrussland', 'weissr'],
  ['United Kingdom', 'kingdom'],
  ['+49 30 23125 0', '3023125'],
])('%s is found by %s', (label, typed) => expect(optionFits(label, typed)).toBe(true));

test.each([
  ['Österreich', 'austria'],
  ['Niger', 'nigeria'],
])('%s is not found by %s', (label, typed) => expect(optionFits(label, typed)).toBe(false));
