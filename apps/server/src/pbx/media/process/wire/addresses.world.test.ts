import { expect, test } from 'vitest';
import { addressTowards, hostCandidates, isPrivate, ownAddresses } from './addresses.ts';

const entry = (address: string, family: 'IPv4' | 'IPv6', internal = false) => ({
  address,
  family,
  internal,
  netmask: '',
  mac: '',
  cidr: null,
  ...(family === 'IPv6' ? { scopeid: 0 } : {}),
});
const interfaces = {
  lo: [entry('127.0.0.1', 'IPv4', true), entry('::1', 'IPv6', true)],
  eth0: [entry('192.168.1.5', 'IPv4'), entry('fe80::1', 'IPv6'), entry('2001:db8::5', 'IPv6')],
  vpn: [entry('10.8.0.2', 'IPv4')],
} as Parameters<typeof ownAddresses>[1];

test('bound to loopback, nothing else is offered, not even a public address', () => {
  expect(ownAddresses({ host: '127.0.0.1', publicAddresses: ['203.0.113.1'] }, interfaces)).toEqual(['127.0.0.1']);
  expect(ownAddresses({ host: '::1', publicAddresses: [] }, interfaces)).toEqual(['::1']);
});

test('bound to everything, every interface, the public addresses and loopback last', () => {
  expect(ownAddresses({ host: '0.0.0.0', publicAddresses: ['203.0.113.1'] }, interfaces)).toEqual([
    '192.168.1.5',
    '10.8.0.2',
    '2001:db8::5',
    '203.0.113.1',
    '127.0.0.1',
    '::1',
  ]);
});

test('bound to one address, that one and the public ones', () => {
  const rules = { host: '192.168.1.5', publicAddresses: ['203.0.113.1'] };
  expect(ownAddresses(rules, interfaces)).toEqual(['192.168.1.5', '203.0.113.1']);
});

test('candidates are of falling priority', () => {
  const candidates = hostCandidates(['192.168.1.5', '::1'], 8090);
  expect(candidates).toEqual([
    'candidate:1 1 UDP 2130706431 192.168.1.5 8090 typ host',
    'candidate:2 1 UDP 2130706175 ::1 8090 typ host',
  ]);
});

test('a phone of the own network is told the address it can reach, one outside the public address', async () => {
  const everywhere = { host: '0.0.0.0', publicAddresses: ['203.0.113.1'] };
  expect(await addressTowards(everywhere, '127.0.0.1')).toBe('127.0.0.1');
  expect(await addressTowards(everywhere, '198.51.100.7')).toBe('203.0.113.1');
  expect(await addressTowards({ host: '127.0.0.1', publicAddresses: ['203.0.113.1'] }, '198.51.100.7')).toBe(
    '127.0.0.1',
  );
  expect(await addressTowards({ host: '192.168.1.5', publicAddresses: [] }, '192.168.1.9')).toBe('192.168.1.5');
});

test('private is what only the own network reaches', () => {
  expect(['10.1.2.3', '172.31.0.1', '192.168.0.1', '::1', 'fd00::1', 'fe80::1'].every(isPrivate)).toBe(true);
  expect(['172.32.0.1', '8.8.8.8', '2001:db8::1'].some(isPrivate)).toBe(false);
});
