import { expect, test } from 'vitest';
import { limitedNetworks, networkOf, networksOf } from './network-of.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['', ''],
])('%j counts as %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['192.0.2.7', ['192.0.2.7']],
  ['2001:db8:1:23ff::9', ['2001:db8:1:23ff::/64', '2001:db8:1:2300::/56', '2001:db8:1::/48']],
  ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
  ['1:2:3:4:5:6:7:8:9', ['1:2:3:4:5:6:7:8:9']],
  ['1::2::3', ['1::2::3']],
  ['command line', ['command line']],
])('%j lies in %j', (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
});

test('larger networks have larger limits, and an IPv4 address has the one it is given', () => {
  expect(limitedNetworks('192.0.2.7', 200)).toEqual([{ network: '192.0.2.7', most: 200 }]);
  expect(limitedNetworks('2001:db8:1:23ff::9', 200)).toEqual([
    { network: '2001:db8:1:23ff::/64', most: 200 },
    { network: '2001:db8:1:2300::/56', most: 400 },
    { network: '2001:db8:1::/48', most: 800 },
  ]);
});
