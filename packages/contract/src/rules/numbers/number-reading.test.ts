import { expect, test } from 'vitest';
import { readNumber } from './number-reading.ts';

const berlin = { country: 'DE', areaCode: '30' };

test.each([
  ['+49 40 66969 107', '+494066969107', 'DE'],
  ['040 66969-107', '+494066969107', 'DE'],
  ['90009214', '+493090009214', 'DE'],
  ['0043 1 234567', '+431234567', 'AT'],
  ['+49 40 66969 107 ext. 12', '+494066969107', 'DE'],
  ['040 66969107 x12', '+494066969107', 'DE'],
  ['+٤٩ ٤٠ ٦٦٩٦٩ ١٠٧', '+494066969107', 'DE'],
])('%s is a number', (typed, e164, country) => {
  expect(readNumber(typed, berlin)).toMatchObject({ is: 'number', e164, country });
});

test.each([
  ['nobody', 'noNumber'],
  ['040 Kolbe', 'noNumber'],
  ['+', 'tooShort'],
  ['+49 4', 'tooShort'],
  ['0', 'tooShort'],
  ['0171 ', 'tooShort'],
  ['+1 212 555', 'tooShort'],
  ['+1 212 555 1234 99999', 'tooLong'],
  ['+999 1234567', 'noCountry'],
  ['110', 'emergency'],
  ['112', 'emergency'],
  ['١١٢', 'emergency'],
  ['24', 'internal'],
  ['*43', 'internal'],
])('%s is wrong: %s', (typed, problem) => {
  expect(readNumber(typed, berlin)).toEqual({ is: 'wrong', problem });
});

test('nothing typed is nothing, whatever marks there are', () => {
  expect(readNumber(' (-) ', berlin)).toEqual({ is: 'empty' });
});

test('a length that the country knows, with digits that it does not, is a number all the same', () => {
  expect(readNumber('+49 3012', berlin)).toMatchObject({ is: 'number', isUsual: false });
});
