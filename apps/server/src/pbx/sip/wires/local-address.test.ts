import { expect, test } from 'vitest';
import { localAddressFor, type OwnAddress } from './local-address.ts';

const own: OwnAddress[] = [
  { family: 'IPv4', address: '127.0.0.1', cidr: '127.0.0.1/8', internal: true },
  { family: 'IPv4', address: '10.0.0.5', cidr: '10.0.0.5/24', internal: false },
  { family: 'IPv4', address: '192.168.1.5', cidr: '192.168.1.5/24', internal: false },
  { family: 'IPv6', address: '2001:db8::5', cidr: '2001:db8::5/64', internal: false },
];

test.each([
  ['127.0.0.1', '0.0.0.0', [], '127.0.0.1'],
  ['192.168.1.77', '0.0.0.0', ['198.51.100.1'], '192.168.1.5'],
  ['10.9.9.9', '0.0.0.0', ['198.51.100.1'], '10.0.0.5'],
  ['203.0.113.9', '0.0.0.0', ['2001:db8::9', '198.51.100.1'], '198.51.100.1'],
  ['203.0.113.9', '0.0.0.0', [], '10.0.0.5'],
  ['203.0.113.9', '10.0.0.5', ['198.51.100.1'], '198.51.100.1'],
  ['10.0.0.9', '192.168.1.5', [], '192.168.1.5'],
  ['2001:db8::77', '::', [], '2001:db8::5'],
  ['127.0.0.1', '::', [], '127.0.0.1'],
])('%s, on a socket bound to %s with public %j, sends to %s', (remote, bound, outside, expected) => {
  expect(localAddressFor(remote, bound, outside, () => own)).toBe(expected);
});
