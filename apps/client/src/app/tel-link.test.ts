import { expect, test } from 'vitest';
import { numberOfTelLink } from './tel-link.ts';

test.each([
  ['tel:+4930231251', '+4930231251'],
  ['tel:%2B49%2030%20231251', '+49 30 231251'],
  ['TEL:030-231251;phone-context=+49', '030-231251'],
  ['web+tel:*43', '*43'],
  ['tel:%E0%A4', '%E0%A4'],
  ['+4930231251', '+4930231251'],
])('%s asks for %s', (link, number) => {
  expect(numberOfTelLink(link)).toBe(number);
});
