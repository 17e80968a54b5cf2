import { expect, test } from 'vitest';
import { bestNumber, callableNumber, numberOfAddress } from './thread-number.ts';

const hamburg = { country: 'DE', areaCode: '40' };

test.each([
  ['+494066969210', '+494066969210'],
  ['+49 40 66969 210', '+494066969210'],
  ['0171 3920044', '+491713920044'],
  ['66969210', '+494066969210'],
  ['12', '12'],
  ['*43', '*43'],
  ['nobody', 'nobody'],
  [' ', ' '],
])('the address %j is the thread of %s', (typed, number) => {
  expect(numberOfAddress(typed, hamburg)).toBe(number);
});

test('a caller is called back at the number of their last call, else at their first number', () => {
  const numbers = [
    { label: 'mobile', number: '+491713920044' },
    { label: null, number: '+4922147100562' },
  ];
  expect(bestNumber(numbers, '+4922147100562')?.number).toBe('+4922147100562');
  expect(bestNumber(numbers, '+49301')?.label).toBe('mobile');
  expect(bestNumber(numbers, null)?.label).toBe('mobile');
  expect(bestNumber([], '+49301')).toBeNull();
});

test('an address without a number leads to no call', () => {
  const callable = (number: string) => callableNumber({ label: null, number }, hamburg) !== null;
  for (const number of ['+', 'abc', 'nobody', '0171', '+49']) expect(callable(number), number).toBe(false);
  for (const number of ['+494066969210', '12', '*43', '112']) expect(callable(number), number).toBe(true);
  expect(callableNumber(null, hamburg)).toBeNull();
});
