import { expect, test } from 'vitest';
import { numberOfTelLink } from './tel-link.ts';

test.each([
  ['tel:+49406696941', '+49406696941'],
  ['web+tel:21', '21'],
  ['web+callto:+49%20406696941', '+49 406696941'],
  ['web+callto://+49406696941', '+49406696941'],
  ['callto:+49406696941?subject=x', '+49406696941'],
  ['tel:040%20123', '040 123'],
  ['TEL:+49-40-123;ext=4', '+49-40-123'],
  ['*43', '*43'],
  [' +49 40 123 ', '+49 40 123'],
  ['%ZZ', '%ZZ'],
])('%s is %s', (link, number) => {
  expect(numberOfTelLink(link)).toBe(number);
});
