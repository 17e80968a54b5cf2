import { expect, test } from 'vitest';
import { findNumber } from './find-number.ts';

const berlin = { country: 'DE', areaCode: '30' };

test.each([
  ['112', { kind: 'emergency', number: '112' }],
  ['110', { kind: 'emergency', number: '110' }],
  ['*43', { kind: 'echo' }],
  ['12', { kind: 'extension', extension: '12' }],
  ['12345', { kind: 'extension', extension: '12345' }],
  ['+493023125112', { kind: 'number', e164: '+493023125112' }],
  ['+49 (30) 231251-12', { kind: 'number', e164: '+493023125112' }],
  ['00493023125112', { kind: 'number', e164: '+493023125112' }],
  ['03023125112', { kind: 'number', e164: '+493023125112' }],
  ['23125112', { kind: 'number', e164: '+493023125112' }],
  ['+12025550123', { kind: 'number', e164: '+12025550123' }],
  ['*99', { kind: 'unknown' }],
  ['#31#', { kind: 'unknown' }],
  ['0', { kind: 'unknown' }],
  ['anna', { kind: 'unknown' }],
  ['', { kind: 'unknown' }],
  ["12' or 1=1", { kind: 'unknown' }],
])('%s', (dialled, meaning) => {
  expect(findNumber(dialled, berlin)).toEqual(meaning);
});
