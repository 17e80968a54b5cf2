import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseReplaces, serializeReplaces } from './replaces.ts';

test.each([
  ['98732@sip.example.com;from-tag=r33th4x0r;to-tag=ff87ff', { callId: '98732@sip.example.com', earlyOnly: false }],
  ['12adf2f34456gs5;to-tag=12345;from-tag=54321;early-only', { callId: '12adf2f34456gs5', earlyOnly: true }],
  ['87134@171.161.34.23 ; To-Tag=24796 ; From-Tag=0', { callId: '87134@171.161.34.23', fromTag: '0', toTag: '24796' }],
])('%s is read', (value, expected) => {
  expect(parseReplaces(value)).toMatchObject(expected);
});

test.each([
  '',
  'a',
  'a;to-tag=1',
  'a;from-tag=1',
  'a;to-tag=1;to-tag=2;from-tag=3',
  'a b;to-tag=1;from-tag=2',
  ';to-tag=1;from-tag=2',
  'a;to-tag=;from-tag=2',
  'a;to-tag="x";from-tag=2',
])('%j is malformed', (value) => {
  expect(parseReplaces(value)).toBeUndefined();
});

test('what is written is read again, and nothing that is read throws', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9.!%*_+`'~-]+$/);
  fc.assert(
    fc.property(fc.record({ callId: word, toTag: word, fromTag: word, earlyOnly: fc.boolean() }), (replaces) => {
      expect(parseReplaces(serializeReplaces(replaces))).toEqual(replaces);
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => void parseReplaces(text)));
});
