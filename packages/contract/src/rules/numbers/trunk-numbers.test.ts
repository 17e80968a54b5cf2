import { describe, expect, test } from 'vitest';
import { trunkNumberForms } from '../../entities/trunk.ts';
import { knownCountries } from '../countries.ts';
import { destinationOf } from './destination.ts';
import { normalizeNumber } from './dialable.ts';
import { isCalledAsJudged, numbersFromTrunk, writtenForTrunk } from './trunk-numbers.ts';

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

describe('a trunk calls the number that was judged', () => {
  test.each([
    '+490001876555123',
    '+4900900123456',
    '+4900137123456',
    '+490011833',
    '+4900088161234',
    '+490005355512',
    '+4901805123456',
    '+4901712345678',
    '+82001876555123',
    '+62001876555123',
  ])('%s is no number that a trunk may be given', (number) => {
    const country = number.startsWith('+82') ? 'KR' : number.startsWith('+62') ? 'ID' : 'DE';
    expect(isCalledAsJudged(number, { country, areaCode: '' })).toBe(false);
  });

  test.each(['+390612345678', '+4930901820', '+4915123456789', '+12025550123', '+49116117', '+2250707123456'])(
    '%s may be given to one',
    (number) => {
      expect(isCalledAsJudged(number, berlin)).toBe(true);
      expect(isCalledAsJudged(number, { country: 'IT', areaCode: '' })).toBe(true);
    },
  );

  const places = [
    berlin,
    { country: 'DE', areaCode: '40', internationalPrefix: '010' },
    { country: 'IT', areaCode: '' },
    { country: 'US', areaCode: '212' },
    { country: 'GB', areaCode: '20' },
    { country: 'AT', areaCode: '1' },
    { country: 'FR', areaCode: '' },
  ];
  const digits = randomDigits(20261124);
  const codes = ['49', '490', '4900', '39', '390', '1', '44', '43', '33', '800', '870', '225', '82'];

  test.each(places)('of every number that may be dialled in $country, $areaCode, in every form', (place) => {
    let accepted = 0;
    for (let round = 0; round < 700; round += 1) {
      const typed = `+${codes[round % codes.length]}${digits(4 + (round % 9))}`;
      const number = normalizeNumber(typed, place);
      if (number === null) continue;
      accepted += 1;
      const home = place.country;
      for (const form of trunkNumberForms) {
        const [read = ''] = numbersFromTrunk(writtenForTrunk(number, form, place), form, place);
        expect([typed, form, read]).toEqual([typed, form, number]);
        expect(destinationOf(read, home)).toEqual(destinationOf(number, home));
      }
      expect([number, isCalledAsJudged(number, place)]).toEqual([number, true]);
    }
    expect(accepted).toBeGreaterThan(140);
  });

  test('from every country to every one of a few', () => {
    for (const country of knownCountries()) {
      for (const number of ['+4930901820', '+12025550123', '+390612345678', '+442079460000']) {
        const place = { country, areaCode: '' };
        expect([country, number, isCalledAsJudged(number, place)]).toEqual([country, number, true]);
      }
    }
  });
});

/** The same digits in every run (a linear congruential generator). */
function randomDigits(seed: number): (count: number) => string {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * 10);
  };
  return (count) => Array.from({ length: count }, next).join('');
}
