import { expect, test } from 'vitest';
import { findNumber } from './find-number.ts';

const toMobile = { feature: 'always', isOn: true, to: '01711234567', ringSeconds: null };
const berlin = { country: 'DE', areaCode: '30' };

test.each([
  ['112', { kind: 'emergency', number: '112' }],
  ['110', { kind: 'emergency', number: '110' }],
  ['*43', { kind: 'echo' }],
  ['*43#', { kind: 'echo' }],
  ['*96', { kind: 'unknown' }],
  ['*964821', { kind: 'announcement', code: '4821' }],
  ['*98#', { kind: 'greeting', extension: null }],
  ['*98', { kind: 'greeting', extension: null }],
  ['*9820', { kind: 'greeting', extension: '20' }],
  ['*97', { kind: 'messages', extension: null }],
  ['*97#', { kind: 'messages', extension: null }],
  ['*9711', { kind: 'messages', extension: '11' }],
  ['*2820#', { kind: 'night', extension: '20' }],
  ['*8', { kind: 'pickUp', extension: null }],
  ['*811#', { kind: 'pickUp', extension: '11' }],
  ['*78', { kind: 'switch', change: { feature: 'doNotDisturb', isOn: true } }],
  ['*7201711234567#', { kind: 'switch', change: toMobile }],
  ['*21*01711234567#', { kind: 'switch', change: toMobile }],
  ['*72', { kind: 'switch', change: { ...toMobile, to: null } }],
  ['#62#', { kind: 'switch', change: { feature: 'unreachable', isOn: false, to: null, ringSeconds: null } }],
  ['*74', { kind: 'switches' }],
  ['*#67#', { kind: 'switches' }],
  ['*69', { kind: 'lastCaller' }],
  ['*980', { kind: 'unknown' }],
  ['*98123456', { kind: 'unknown' }],
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

test.each([
  ['0112', { kind: 'emergency', number: '112' }],
  ['19222', { kind: 'emergency', number: '19222' }],
  ['12', { kind: 'number', e164: '+493023125177' }],
  ['13', { kind: 'extension', extension: '13' }],
  ['*7', { kind: 'number', e164: '+493023125100' }],
  ['*43', { kind: 'echo' }],
  ['003023125112', { kind: 'number', e164: '+493023125112' }],
])('%s by the plan of an account', (dialled, meaning) => {
  const shortCodes = { '12': '+493023125177', '*7': '+493023125100', '112': '+493023125178' };
  expect(findNumber(dialled, { ...berlin, outsidePrefix: '0', emergency: ['19222'], shortCodes })).toEqual(meaning);
});
