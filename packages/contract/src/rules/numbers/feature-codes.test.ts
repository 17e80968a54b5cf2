import { expect, test } from 'vitest';
import { featureCodes, readFeatureCode, withoutSendKey } from './feature-codes.ts';

test.each([
  ['*43', { name: 'echoTest', extension: null }],
  ['*98', { name: 'greeting', extension: null }],
  ['*9820', { name: 'greeting', extension: '20' }],
  ['*96', null],
  ['*964821', { name: 'announcement', extension: '4821' }],
  ['*960001', { name: 'announcement', extension: '0001' }],
  ['*96482', null],
  ['*9648211', null],
  ['*97', { name: 'messages', extension: null }],
  ['*9711', { name: 'messages', extension: '11' }],
  ['*970', null],
  ['*9911', { name: 'mailbox', extension: '11' }],
  ['*99', null],
  ['*70', { name: 'park', extension: null }],
  ['*703', { name: 'park', extension: '3' }],
  ['*700', null],
  ['*7012', null],
  ['*28', { name: 'night', extension: null }],
  ['*2820', { name: 'night', extension: '20' }],
  ['*8', { name: 'pickUp', extension: null }],
  ['*811', { name: 'pickUp', extension: '11' }],
  ['*812345', { name: 'pickUp', extension: '12345' }],
  ['*8123456', null],
  ['*80', null],
  ['*8012', { name: 'intercom', extension: '12' }],
  ['*800', null],
  ['*11', null],
  ['*111', { name: 'page', extension: '1' }],
  ['*69', { name: 'lastCaller', extension: null }],
  ['*72', { name: 'alwaysOn', extension: null }],
  ['*7201711234567', { name: 'alwaysOn', extension: '01711234567' }],
  ['*72+491711234567', { name: 'alwaysOn', extension: '+491711234567' }],
  ['*90*97', { name: 'busyOn', extension: '*97' }],
  ['*90*98', null],
  ['*7212345678901234567890123', null],
  ['*731', null],
  ['*8*8', null],
  ['*431', null],
  ['*', null],
  ['', null],
  ['8', null],
])('%j is read as %j', (dialled, code) => {
  expect(readFeatureCode(dialled)).toEqual(code);
});

test.each([
  ['*811#', '*811'],
  ['*43#', '*43'],
  ['*7#', '*7#'],
  ['#', '#'],
  ['*8##', '*8##'],
])('%s is dialled as %s', (dialled, read) => {
  expect(withoutSendKey(dialled)).toBe(read);
});

test('no code can be mistaken for another one with an extension behind it', () => {
  for (const { name, code, takes } of featureCodes) {
    const behind = {
      nothing: [''],
      extension: ['', '1', '98', '43', '99999'],
      alwaysExtension: ['1', '98', '99999'],
      slot: ['', '1', '9'],
      code: ['0000', '9811'],
      number: ['', '112', '01711234567', '*97'],
    };
    for (const extension of behind[takes]) {
      expect(readFeatureCode(code + extension)?.name).toBe(name);
    }
  }
});
