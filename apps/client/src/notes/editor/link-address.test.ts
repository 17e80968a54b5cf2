import { expect, test } from 'vitest';
import { linkAddress } from './link-address.ts';

test.each([
  ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
  ['example.com/a', 'https://example.com/a'],
  ['example.com:8080/a', 'https://example.com:8080/a'],
  ['  www.example.com ', 'https://www.example.com'],
  ['mara@example.com', 'mailto:mara@example.com'],
  ['mailto:mara@example.com', 'mailto:mara@example.com'],
  ['+49 221 4710-562', 'tel:+492214710562'],
  ['tel:+4930123', 'tel:+4930123'],
])('%j links to %j', (written, address) => expect(linkAddress(written)).toBe(address));

test.each([
  '',
  ' ',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'ftp://example.com',
  'two words',
  'word',
  'https:',
])('%j links to nothing', (written) => expect(linkAddress(written)).toBeNull());
