import { describe, expect, test } from 'vitest';
import { numbersFromTrunk, writtenForTrunk } from './trunk-numbers.ts';

const berlin = { country: 'DE', areaCode: '30' };

describe('a number for a trunk', () => {
  test.each([
    ['+493023125112', 'e164', '+493023125112'],
    ['+493023125112', 'digits', '493023125112'],
    ['+493023125112', 'national', '03023125112'],
    ['+12025550123', 'national', '0012025550123'],
    ['112', 'e164', '112'],
    ['112', 'digits', '112'],
    ['112', 'national', '112'],
  ] as const)('%s as %s is %s', (number, form, written) => {
    expect(writtenForTrunk(number, form, berlin)).toBe(written);
  });

  test('abroad has the prefix of the account', () => {
    const place = { ...berlin, internationalPrefix: '010' };
    expect(writtenForTrunk('+12025550123', 'national', place)).toBe('01012025550123');
  });
});

describe('a number from a trunk', () => {
  test.each([
    ['+493023125112', 'e164', '+493023125112'],
    ['+49 (30) 231251-12', 'e164', '+493023125112'],
    ['00493023125112', 'e164', '+493023125112'],
    ['03023125112', 'national', '+493023125112'],
    ['23125112', 'national', '+493023125112'],
    ['493023125112', 'digits', '+493023125112'],
    ['+493023125112;npdi', 'e164', '+493023125112'],
    ['12025550123', 'digits', '+12025550123'],
  ] as const)('%s as %s is most likely %s', (written, form, e164) => {
    expect(numbersFromTrunk(written, form, berlin)[0]).toBe(e164);
  });

  test('without a plus may be both, and both are given', () => {
    expect(numbersFromTrunk('493023125112', 'e164', berlin)).toContain('+493023125112');
  });

  test('is not read with the prefix that people of the account dial', () => {
    expect(numbersFromTrunk('03023125112', 'national', { ...berlin, outsidePrefix: '0' })[0]).toBe('+493023125112');
  });

  test.each(['anna', '', '*43', "1' or 1=1", '1'.repeat(40)])('%j is none', (written) => {
    expect(numbersFromTrunk(written, 'e164', berlin)).toEqual([]);
  });
});
