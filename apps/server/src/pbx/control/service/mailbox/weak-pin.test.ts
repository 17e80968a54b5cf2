import { expect, test } from 'vitest';
import { isWeakPin } from './weak-pin.ts';

test.each([
  '',
  '123',
  '12345678901',
  '1234',
  '4321',
  '0000',
  '7777777',
  '1212',
  '123123',
  '8901',
  '0120',
  '00120',
  '12a4',
])('%j is refused', (pin) => {
  expect(isWeakPin(pin, '120')).toBe(true);
});

test.each(['4829', '1357', '482913', '1204', '9100', '2026113099'])('%j is taken', (pin) => {
  expect(isWeakPin(pin, '120')).toBe(false);
});

test('a user without an extension may use its digits', () => {
  expect(isWeakPin('0120', null)).toBe(false);
});
