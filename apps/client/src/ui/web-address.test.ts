import { expect, test } from 'vitest';
import { isWebAddress } from './web-address.ts';

test.each([
  ['https://dav.example.com', true],
  ['http://127.0.0.1:5232/anna/', true],
  ['HTTPS://DAV.EXAMPLE.COM/a', true],
  ['dav.example.com', false],
  ['ftp://dav.example.com', false],
  ['https://', false],
  ['https:///path', false],
  ['https://a b.example', false],
  ['javascript:alert(1)', false],
  [null, false],
  [undefined, false],
])('%s is a web address: %s', (text, expected) => {
  expect(isWebAddress(text)).toBe(expected);
});
