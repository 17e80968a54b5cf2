import { expect, test } from 'vitest';
import { trustedProxies } from '../network/trusted-proxies.ts';
import { httpClient } from './client-address.ts';

const isTrusted = trustedProxies(['10.0.0.0/8']);
const from = (remoteAddress: string, headers: Record<string, string> = {}, encrypted = false) =>
  httpClient({ headers, socket: { remoteAddress, ...(encrypted && { encrypted }) } }, isTrusted);

test.each([
  ['a stranger says what they like', '192.0.2.9', '198.51.100.1', '192.0.2.9'],
  ['a proxy names its client', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['a client adds a claim of its own before', '10.0.0.1', '203.0.113.5, 198.51.100.1', '198.51.100.1'],
  ['two proxies in a row', '10.0.0.1', '203.0.113.5, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
  ['everybody on the way is a proxy', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['a proxy says nothing', '10.0.0.1', undefined, '10.0.0.1'],
  ['a word that is no address', '10.0.0.1', 'unknown', '10.0.0.1'],
  ['ports, and IPv6', '10.0.0.1', '[2001:db8::7]:4711', '2001:db8::7'],
  ['a port behind IPv4', '::ffff:10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
])('%s', (_what, peer, forwarded, address) => {
  expect(from(peer, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }).address).toBe(address);
});

test('the name that was asked for is a trusted proxy’s word, else the Host header', () => {
  const headers = { host: 'inside.example:8080', 'x-forwarded-host': 'phone.example' };
  expect(from('10.0.0.1', headers).host).toBe('phone.example');
  expect(from('192.0.2.9', headers).host).toBe('inside.example:8080');
});

test('whether the connection is encrypted is a trusted proxy’s word, else what we see', () => {
  expect(from('10.0.0.1', { 'x-forwarded-proto': 'https' }).secure).toBe(true);
  expect(from('10.0.0.1', { 'x-forwarded-proto': 'http' }, true).secure).toBe(false);
  expect(from('10.0.0.1', {}, true).secure).toBe(true);
  expect(from('192.0.2.9', { 'x-forwarded-proto': 'https' }).secure).toBe(false);
});
