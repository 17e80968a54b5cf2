import { describe, expect, test } from 'vitest';
import { outsideCalls } from '../../entities/guard.ts';
import { destinationOf, isAllowedDestination } from './destination.ts';

const careful = outsideCalls.parse({});
const may = (number: string, rules = careful, home = 'DE') =>
  isAllowedDestination(number, destinationOf(number, home), home, rules);

describe('what a number is', () => {
  test.each([
    ['+4930901820', 'DE', 'DE', 'ordinary', false],
    ['+4915123456789', 'DE', 'DE', 'ordinary', false],
    ['+4980012345678', 'DE', 'DE', 'ordinary', false],
    ['+499001234567', 'DE', 'DE', 'premium', false],
    ['+4911833', 'DE', 'DE', 'premium', false],
    ['+491371234567', 'DE', 'DE', 'premium', false],
    ['+43901234567', 'DE', 'AT', 'premium', true],
    ['+436641234567', 'DE', 'AT', 'ordinary', true],
    ['+447012345678', 'DE', 'GB', 'premium', true],
    ['+18095551234', 'US', 'DO', 'ordinary', true],
    ['+12125551234', 'US', 'US', 'ordinary', false],
    ['+18005551234', 'US', 'US', 'ordinary', false],
    ['+19005551234', 'US', 'US', 'premium', false],
    ['+870773111632', 'DE', null, 'satellite', true],
    ['+88161234567', 'DE', null, 'satellite', true],
    ['+882161234567', 'DE', null, 'satellite', true],
    ['+979123456789', 'DE', null, 'premium', true],
    ['+80012345678', 'DE', null, 'ordinary', false],
    ['+99912345678', 'DE', null, 'unknown', true],
    ['0011252612345', 'DE', null, 'unknown', true],
    ['4711', 'DE', 'DE', 'ordinary', false],
    ['0900123456789012', 'DE', 'DE', 'unknown', false],
    ['*21*0900123456#', 'DE', 'DE', 'unknown', false],
    ['+49116117', 'DE', 'DE', 'ordinary', false],
    ['+4932123456789', 'DE', 'DE', 'ordinary', false],
    ['+442079460000', 'GB', 'GB', 'ordinary', false],
    ['+443001234567', 'GB', 'GB', 'ordinary', false],
    ['+491805123456', 'DE', 'DE', 'premium', false],
    ['+49181123456', 'DE', 'DE', 'premium', false],
    ['+491851234567', 'DE', 'DE', 'premium', false],
    ['+491881234567', 'DE', 'DE', 'premium', false],
    ['+49191011', 'DE', 'DE', 'premium', false],
    ['+491921234567', 'DE', 'DE', 'premium', false],
    ['+491951234567', 'DE', 'DE', 'premium', false],
    ['+4919912345', 'DE', 'DE', 'premium', false],
    ['+4970012345', 'DE', 'DE', 'premium', false],
    ['+491012345', 'DE', 'DE', 'premium', false],
    ['+49010123456', 'DE', 'DE', 'premium', false],
    ['+4960012', 'DE', 'DE', 'unknown', false],
  ] as const)('%s from %s', (number, home, country, kind, international) => {
    expect(destinationOf(number, home)).toEqual({ country, international, class: kind });
  });
});

describe('what an account may call', () => {
  test('at first its own country, and nothing that costs extra', () => {
    expect(['+4930901820', '+80012345678', '4711'].map((number) => may(number))).toEqual([true, true, true]);
    for (const number of ['+436641234567', '+499001234567', '+870773111632', '+99912345678', '+18095551234']) {
      expect([number, may(number)]).toEqual([number, false]);
    }
  });

  test('a country that was allowed, but not its premium numbers', () => {
    const rules = outsideCalls.parse({ allowedCountries: ['AT'] });
    expect([may('+436641234567', rules), may('+43901234567', rules), may('+41446681800', rules)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('premium numbers where they are allowed, abroad only in allowed countries', () => {
    const rules = outsideCalls.parse({ allowPremium: true });
    expect([may('+499001234567', rules), may('+43901234567', rules), may('+979123456789', rules)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('nothing at home whose cost nobody knows, unless what costs extra is allowed', () => {
    const costly = ['+491805123456', '+491851234567', '+4919912345', '+4970012345', '+4960012', '0900123456789012'];
    expect(costly.filter((number) => may(number))).toEqual([]);
    const rules = outsideCalls.parse({ allowPremium: true });
    expect(costly.filter((number) => !may(number, rules))).toEqual([]);
  });

  test('nothing that begins with a barred prefix, whatever is allowed', () => {
    const rules = outsideCalls.parse({ barredPrefixes: ['+4930'] });
    expect([may('+4930901820', rules), may('+4940901820', rules)]).toEqual([false, true]);
  });

  test('settings that cannot be read are the careful ones', () => {
    expect(outsideCalls.parse({ allowedCountries: 'all', allowPremium: 1, limits: { callsPerHour: -3 } })).toEqual(
      careful,
    );
  });
});
