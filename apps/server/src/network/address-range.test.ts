import { expect, test } from 'vitest';
import { addressRange, overlap } from './address-range.ts';

const readRange = (text: string) => addressRange(text) ?? expect.unreachable(`${text} is no network`);

test.each([
  ['10.0.0.0/8', '10.255.0.1', true],
  ['10.9.9.9/8', '10.0.0.1', true],
  ['10.0.0.0/8', '11.0.0.0', false],
  ['0.0.0.0/0', '203.0.113.7', true],
  ['198.51.100.0/24', '198.51.100.128/25', true],
  ['198.51.100.0/25', '198.51.100.128/25', false],
  ['::/0', '203.0.113.7', true],
  ['::ffff:0:0/95', '203.0.113.7', true],
  ['::8000:0:0/81', '203.0.113.7', true],
  ['2001:db8::/32', '203.0.113.7', false],
  ['::/96', '0.0.0.1', false],
  ['::ffff:203.0.113.0/120', '203.0.113.7', true],
  ['::ffff:0:0/96', '203.0.113.7', true],
  ['2001:db8::/32', '2001:db8:ffff::1', true],
  ['2001:db8::/32', '2001:db9::', false],
  ['fe80::1%eth0', 'fe80::/10', true],
  ['::1', '::1/128', true],
])('%s and %s overlap: %s', (one, other, isSo) => {
  expect(overlap(readRange(one), readRange(other))).toBe(isSo);
  expect(overlap(readRange(other), readRange(one))).toBe(isSo);
});

test('an IPv4 network within IPv6 has the width of IPv4', () => {
  expect(addressRange('::ffff:203.0.113.0/120')).toEqual(addressRange('203.0.113.0/24'));
  expect(addressRange('203.0.113.7')).toMatchObject({ family: 4, prefix: 32 });
});

test.each(['', 'lan', '1.2.3', '1.2.3.4/33', '::/129', '1.2.3.4/x'])('%j is no network', (text) => {
  expect(addressRange(text)).toBeUndefined();
});
