import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSpecialDial } from '../doc-id.ts';
import {
  emergencyNumberOf,
  formatNumber,
  isDialable,
  isExtension,
  isValidNumber,
  localizedNumber,
  needsAreaCode,
  normalizeNumber,
  withoutPunctuation,
} from './dialable.ts';
import { emergencyNumbers, isEmergency, mayCallForHelp } from './emergency-numbers.ts';

const berlin = { country: 'DE', areaCode: '30' };
const hamburg = { country: 'DE', areaCode: '40' };
const newYork = { country: 'US', areaCode: '212' };
const london = { country: 'GB', areaCode: '20' };
const madrid = { country: 'ES', areaCode: '' };
const rome = { country: 'IT', areaCode: '' };
const vienna = { country: 'AT', areaCode: '1' };

test.each([
  ['12', berlin, true],
  ['4711', berlin, true],
  ['112', berlin, false],
  ['110', berlin, false],
  ['911', newYork, false],
  ['112', { ...berlin, emergency: ['4711'] }, false],
  ['4711', { ...berlin, emergency: ['4711'] }, false],
  ['116117', berlin, false],
  ['*43', berlin, false],
  ['+4930901820', berlin, false],
] as const)('%s is read as an extension, or not: a number that calls for help never is', (number, place, expected) => {
  expect(isExtension(number, place)).toBe(expected);
});

describe('a number is read as a phone at its place would read it', () => {
  test.each([
    ['+49 30 901820', berlin, '+4930901820'],
    ['+49 (0)30 / 90 18 20', berlin, '+4930901820'],
    ['tel:+49-30-901820', berlin, '+4930901820'],
    ['0049 30 901820', berlin, '+4930901820'],
    ['030 901820', hamburg, '+4930901820'],
    ['901820', berlin, '+4930901820'],
    ['901820', hamburg, '+4940901820'],
    ['0171 3920044', berlin, '+491713920044'],
    ['171 3920 0441', berlin, '+4917139200441'],
    ['1713920044', berlin, '+491713920044'],
    ['116117', berlin, '+49116117'],
    ['0800 330 1000', berlin, '+498003301000'],
    ['555 0123', newYork, '+12125550123'],
    ['(415) 555-0123', newYork, '+14155550123'],
    ['1 415 555 0123', newYork, '+14155550123'],
    ['011 49 30 901820', newYork, '+4930901820'],
    ['7946 0000', london, '+442079460000'],
    ['020 7946 0000', london, '+442079460000'],
    ['912 345 678', madrid, '+34912345678'],
    ['06 1234 5678', rome, '+390612345678'],
    ['2345678', vienna, '+4312345678'],
    ['+390612345678', berlin, '+390612345678'],
    ['+800 1234 5678', berlin, '+80012345678'],
    ['+49 30 901820', { country: 'XX', areaCode: '' }, '+4930901820'],
    ['+49 30 901820', berlin, '+4930901820'],
    ['\u202a+49 30 901820\u202c', berlin, '+4930901820'],
    ['+49\u201130\u2011901820', berlin, '+4930901820'],
  ] as const)('%s', (typed, place, e164) => {
    expect(normalizeNumber(typed, place)).toBe(e164);
    expect(isDialable(typed, place)).toBe(true);
  });
});

test.each(['0', '00', '000', '01', '0171', '0160', '01715', '01234'])('%s leads to nobody yet', (typed) => {
  expect(isDialable(typed, berlin)).toBe(false);
});

test('a short code may begin with 0, and so does help in some countries', () => {
  expect(isDialable('09', { ...berlin, shortCodes: { '09': '+4930901820' } })).toBe(true);
  expect(isDialable('000', { country: 'AU', areaCode: '2' })).toBe(true);
});

describe('what has no E.164 form and can be dialled all the same', () => {
  test.each(['110', '112', '1 1 2', '*43', '*21*030901820#', '#21#', '**61*5#', '101', '7', '11880', '99999'])(
    '%s',
    (typed) => {
      expect(normalizeNumber(typed, berlin)).toBeNull();
      expect(isDialable(typed, berlin)).toBe(true);
    },
  );
});

describe('what cannot be dialled', () => {
  test.each([
    '',
    '   ',
    '+',
    '*',
    '#',
    '**#',
    '()-',
    '+*43',
    '*4+3',
    '030*12',
    '12#',
    '++4930901820',
    '49+30901820',
    '+0049 30',
    '+999 12345',
    '+49 30',
    '+49 000000',
    '000000',
    '+49 171 234567890123456789',
    'anna',
    '0800-FLOWERS',
    'sip:101@example.org',
    '030 901820;ext=5',
    '030 901820,5',
    '٠٣٠٩٠١٨٢٠x',
    '\u0000',
    '1'.repeat(500),
  ])('%j', (typed) => {
    expect(isDialable(typed, berlin)).toBe(false);
    expect(normalizeNumber(typed, berlin)).toBeNull();
  });
});

test('an emergency number is never read as anything else', () => {
  for (const country of ['DE', 'AT', 'CH', 'GB', 'US', 'FR', 'IT', 'PL', 'NL', 'XX']) {
    for (const number of emergencyNumbers(country)) {
      expect(isEmergency(number, country)).toBe(true);
      expect(isDialable(number, { country, areaCode: '30' })).toBe(true);
      expect(normalizeNumber(number, { country, areaCode: '30' })).toBeNull();
    }
  }
  expect(emergencyNumbers('DE')).toEqual(['110', '112']);
  expect(emergencyNumbers('XX')).toEqual(['112']);
  expect(isEmergency('19222', 'DE')).toBe(false);
  expect(isEmergency('19222', 'DE', ['19222'])).toBe(true);
  expect(isEmergency('1120', 'DE')).toBe(false);
  expect(normalizeNumber('192222', { ...berlin, emergency: ['192222'] })).toBeNull();
  expect(isDialable('192222', { ...berlin, emergency: ['192222'] })).toBe(true);
});

test('before a number for help no more is read than a company can have there, however much was dialled', () => {
  const numbers = new Set(['112']);
  const [longest, longer] = ['90000011353', '1'.repeat(8000)];
  const prefixes = new Set([longest, longer]);
  expect(mayCallForHelp(`${longest}112`, numbers, prefixes)).toBe(true);
  expect(mayCallForHelp(`${longer}112`, numbers, prefixes)).toBe(false);
});

test('a number is shown in groups, and in its own country without the country code', () => {
  expect(formatNumber('+493090018200')).toMatch(/^\+49 30 /);
  expect(formatNumber('+491713920044')).toBe('+49 171 3920044');
  expect(formatNumber('101')).toBe('101');
  expect(formatNumber('*43')).toBe('*43');
  expect(formatNumber('')).toBe('');
  expect(localizedNumber('+4930901820', 'DE')).toBe('030 901820');
  expect(localizedNumber('+4930901820', 'AT')).toBe('+49 30 901820');
  expect(localizedNumber('+12125550123', 'US')).toBe('(212) 555-0123');
  expect(localizedNumber('101', 'DE')).toBe('101');
});

const dialCharacters = fc.constantFrom(...'0123456789*#+ -()/.'.split(''));
const typed = fc.oneof(
  fc.string(),
  fc.string({ unit: dialCharacters, maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), minLength: 1, maxLength: 20 }),
);
const place = fc.constantFrom(berlin, hamburg, newYork, london, madrid, rome, vienna, { country: 'XX', areaCode: '' });

test('whatever is typed: a normalised number is E.164, and stays itself when read again anywhere', () => {
  fc.assert(
    fc.property(typed, place, place, (input, here, there) => {
      const e164 = normalizeNumber(input, here);
      if (e164 === null) return;
      expect(e164).toMatch(/^\+[1-9][0-9]{1,14}$/);
      expect(normalizeNumber(e164, here)).toBe(e164);
      expect(normalizeNumber(e164, there)).toBe(e164);
      expect(isDialable(input, here)).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

test('whatever is typed: what can be dialled is a number, a special code or an emergency, of digits, star, hash, plus', () => {
  fc.assert(
    fc.property(typed, place, (input, here) => {
      if (!isDialable(input, here)) return;
      const dialled = withoutPunctuation(input);
      expect(dialled).toMatch(/^[0-9*#+]+$/);
      expect(
        normalizeNumber(input, here) !== null || isSpecialDial(dialled) || isEmergency(dialled, here.country),
      ).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

test('punctuation makes no difference, and taking it away twice neither', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), minLength: 3, maxLength: 15 }),
      fc.array(fc.constantFrom(' ', '-', '/', '.', '(', ')', '\u00a0', '\u2011', '\u200e'), { maxLength: 15 }),
      place,
      (digits, marks, here) => {
        const spread = digits
          .split('')
          .map((digit, i) => digit + (marks[i] ?? ''))
          .join('');
        expect(normalizeNumber(spread, here)).toBe(normalizeNumber(digits, here));
        expect(isDialable(spread, here)).toBe(isDialable(digits, here));
        expect(withoutPunctuation(withoutPunctuation(spread))).toBe(withoutPunctuation(spread));
      },
    ),
  );
});

test('what is shown reads as the same number', () => {
  fc.assert(
    fc.property(typed, place, (input, here) => {
      const e164 = normalizeNumber(input, here);
      if (e164 === null) return;
      expect(normalizeNumber(formatNumber(e164), here)).toBe(e164);
    }),
    { numRuns: 2000 },
  );
});

describe("an account's own plan", () => {
  const plan = {
    country: 'DE',
    areaCode: '30',
    outsidePrefix: '0',
    internationalPrefix: '010',
    emergency: ['19222'],
    shortCodes: { '*7': '+493023125100', '77': '+493023125177', '112': '+493023125178' },
  };

  test.each([
    ['0 030 23125112', '+493023125112'],
    ['0 23125112', '+493023125112'],
    ['0 010 1 202 555 0123', '+12025550123'],
    ['+493023125112', '+493023125112'],
    ['*7', '+493023125100'],
    ['77', '+493023125177'],
    ['78', null],
    ['*8', null],
    ['112', null],
    ['0112', null],
    ['0 19222', null],
    ['constructor', null],
  ])('reads %s as %s', (typed, e164) => {
    expect(normalizeNumber(typed, plan)).toBe(e164);
  });

  test.each([
    ['112', '112'],
    ['0112', '112'],
    ['0-19222', '19222'],
    ['00112', null],
    ['1120', null],
  ])('%s reaches help: %s', (typed, number) => {
    expect(emergencyNumberOf(typed, plan)).toBe(number);
    if (number !== null) expect(isDialable(typed, plan)).toBe(true);
  });
});

test.each([
  ['+49405550120', true],
  ['+4940 5550120', false],
  ['+494066', false],
  ['0405550120', false],
  ['', false],
])('%j as a number that others may see is valid: %s', (number, expected) => {
  expect(isValidNumber(number)).toBe(expected);
});

test.each([
  ['+49110', 'DE', '110'],
  ['+49112', 'DE', '112'],
  ['+49 112', 'DE', '112'],
  ['tel:+49-112', 'DE', '112'],
  ['0049112', 'DE', '112'],
  ['+1911', 'US', '911'],
  ['+44999', 'GB', '999'],
  ['+43112', 'DE', null],
  ['+49112345', 'DE', null],
  ['+112', 'DE', null],
])('with the code of the country, %s in %s is the emergency number %s', (typed, country, number) => {
  const place = { country, areaCode: '' };
  expect(emergencyNumberOf(typed, place)).toBe(number);
  if (number !== null) expect([isDialable(typed, place), normalizeNumber(typed, place)]).toEqual([true, null]);
});

test.each([
  ['+490001876555123', 'DE', null],
  // The 0 within the country is left out as in +49 (0)900, and what is called is the premium number that it says.
  ['00490900123456', 'DE', '+49900123456'],
  ['+49 0 0137123456', 'DE', null],
  ['+390612345678', 'DE', '+390612345678'],
  ['0612345678', 'IT', '+390612345678'],
  ['+2250707123456', 'FR', '+2250707123456'],
])('zeros after the code of the country: %s from %s is %s', (typed, country, number) => {
  expect(normalizeNumber(typed, { country, areaCode: '' })).toBe(number);
});

test.each([
  ['6696941', 'DE'],
  ['66969-41', 'DE'],
  ['123456', 'DE'],
  ['1234567', 'AT'],
])('without an area code the local number %s of %s is no number: it would be a stranger’s', (typed, country) => {
  const place = { country, areaCode: '' };
  expect([isDialable(typed, place), normalizeNumber(typed, place), needsAreaCode(typed, place)]).toEqual([
    false,
    null,
    true,
  ]);
});

test.each([
  ['040 6696941', 'DE', '+49406696941'],
  ['+49 40 6696941', 'DE', '+49406696941'],
  ['15112345678', 'DE', '+4915112345678'],
  ['116117', 'DE', '+49116117'],
  ['123456789', 'FR', '+33123456789'],
  ['912345678', 'ES', '+34912345678'],
  ['2125550123', 'US', '+12125550123'],
])('without an area code %s of %s is still %s', (typed, country, number) => {
  const place = { country, areaCode: '' };
  expect([normalizeNumber(typed, place), needsAreaCode(typed, place)]).toEqual([number, false]);
});

test('with an area code, and for extensions, codes and help, none is missing', () => {
  expect(needsAreaCode('6696941', hamburg)).toBe(false);
  for (const typed of ['12', '12345', '*43', '112', '', '+', 'x']) {
    expect(needsAreaCode(typed, { country: 'DE', areaCode: '' })).toBe(false);
  }
});
