import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDeltaSeconds, parseSessionExpires, serializeSessionExpires } from './session-expires.ts';

test.each([
  ['1800', { seconds: 1800 }],
  ['4000;refresher=UAC', { seconds: 4000, refresher: 'uac' }],
  [' 90 ; x=y ; refresher = uas', { seconds: 90, refresher: 'uas' }],
])('%s is read', (value, expected) => {
  expect(parseSessionExpires(value)).toEqual(expected);
});

test.each(['', 'soon', '-1', '1800;refresher=me', '1.5'])('%j is malformed', (value) => {
  expect(parseSessionExpires(value)).toBeUndefined();
});

test('what is written is read again, and nothing that is read throws', () => {
  const refresher = fc.constantFrom('uac' as const, 'uas' as const);
  fc.assert(
    fc.property(fc.record({ seconds: fc.nat(), refresher }), (expires) => {
      expect(parseSessionExpires(serializeSessionExpires(expires))).toEqual(expires);
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => void [parseSessionExpires(text), parseDeltaSeconds(text)]));
  expect([parseDeltaSeconds('5 (in a meeting)'), parseDeltaSeconds('7;duration=3600')]).toEqual([5, 7]);
});
