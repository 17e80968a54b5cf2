import { HeaderFields } from '@sidetone/sip/messages/headers.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

const proxies = new Set(['10.0.0.1', '10.0.0.2']);
const isTrusted = (address: string) => proxies.has(address);
const through = (...vias: string[]): SipRequest => {
  const headers = new HeaderFields();
  for (const via of vias) headers.add('Via', `SIP/2.0/UDP ${via};branch=z9hG4bK1`);
  return { kind: 'request', method: 'REGISTER', uri: 'sip:sidetone', headers, body: '' };
};
const at = (address: string) => ({ address, port: 5060 });

test.each([
  ['nobody in between', through('192.0.2.4'), '192.0.2.4', '192.0.2.4'],
  ['a stranger pretends to be a proxy', through('10.0.0.1', '203.0.113.5'), '192.0.2.4', '192.0.2.4'],
  ['behind a proxy', through('10.0.0.1', '198.51.100.7'), '10.0.0.1', '198.51.100.7'],
  ['behind a NAT and a proxy', through('10.0.0.1', '192.168.1.4;received=198.51.100.7'), '10.0.0.1', '198.51.100.7'],
  [
    'behind two, with a claim below',
    through('10.0.0.1', '10.0.0.2', '198.51.100.7', '203.0.113.5'),
    '10.0.0.1',
    '198.51.100.7',
  ],
  ['IPv6', through('10.0.0.1', '[2001:db8::4]:5060'), '10.0.0.1', '2001:db8::4'],
  ['the proxy does not tell', through('10.0.0.1', 'phone.example'), '10.0.0.1', '10.0.0.1'],
  ['the proxy itself asks', through('10.0.0.1'), '10.0.0.1', '10.0.0.1'],
])('%s', (_what, request, remote, address) => {
  expect(clientAddress(request, at(remote), isTrusted)).toBe(address);
});

test('without trusted proxies the network address counts', () => {
  expect(clientAddress(through('10.0.0.1', '198.51.100.7'), at('10.0.0.1'))).toBe('10.0.0.1');
});
