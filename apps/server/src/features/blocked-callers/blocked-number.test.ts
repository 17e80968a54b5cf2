import { expect, test } from 'vitest';
import { blockedNumber } from './blocked-number.ts';

const berlin = { country: 'DE', areaCode: '30', emergency: ['19222'] };

test.each([
  ['number', '0900 123456', '+49900123456'],
  ['number', '+49 (900) 123-456', '+49900123456'],
  ['number', '0049900123456', '+49900123456'],
  ['number', '23125111', '+493023125111'],
  ['prefix', '+49 900', '+49900'],
  ['prefix', '0049-900', '+49900'],
  ['prefix', '+8', '+8'],
] as const)('a %s typed as %s is kept as %s', (kind, typed, number) => {
  expect(blockedNumber(kind, typed, berlin)).toEqual({ number });
});

test.each([
  ['number', '112'],
  ['number', '19222'],
  ['number', '+49112'],
  ['prefix', '110'],
] as const)('a %s that is the emergency number %s is never blocked', (kind, typed) => {
  expect(blockedNumber(kind, typed, berlin)).toEqual({ problem: 'NEVER_BLOCKED' });
});

test.each([
  ['number', 'anonymous'],
  ['number', '11'],
  ['number', '*98'],
  ['prefix', '0900'],
  ['prefix', '+'],
  ['prefix', '+0'],
  ['prefix', '+49%'],
  ['prefix', '+123456789012345'],
] as const)('a %s typed as %s is none', (kind, typed) => {
  expect(blockedNumber(kind, typed, berlin)).toEqual({ problem: 'INVALID_NUMBER' });
});
