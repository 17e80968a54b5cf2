import fc from 'fast-check';
import { expect, test } from 'vitest';
import { docIdOf, isSpecialDial, sessionIdOf } from './doc-id.ts';
import { echoTestCode } from './numbers/feature-codes.ts';

test.each([
  [echoTestCode, 'sda-s1'],
  ['#21#', 'sda-s1'],
  ['*', 'sda-s1'],
  ['1', 'sda-s1'],
  ['12345', 'sda-s1'],
  ['123456', 'pbx-s1'],
  ['+4930901820', 'pbx-s1'],
  ['+12', 'pbx-s1'],
  ['', 'pbx-s1'],
])('dialling %j makes the event %s', (dialled, docId) => {
  expect(docIdOf('s1', dialled)).toBe(docId);
  expect(isSpecialDial(dialled)).toBe(docId.startsWith('sda-'));
});

test('the called side has dialled nothing', () => {
  expect(docIdOf('s1')).toBe('pbx-s1');
});

test('every event id gives its session back', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), (sessionId, dialled) => {
      expect(sessionIdOf(docIdOf(sessionId, dialled))).toBe(sessionId);
    }),
  );
  for (const foreign of ['', 'pbx-', 'sda-', 'x-s1', 's1']) expect(sessionIdOf(foreign)).toBeNull();
});
