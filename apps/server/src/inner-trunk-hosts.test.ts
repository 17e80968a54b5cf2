import { expect, test } from 'vitest';
import { innerTrunkHosts } from './inner-trunk-hosts.ts';
import { privateHosts } from './network/private-hosts.ts';
import type { NameService } from './pbx/sip/accounts/sip-place.ts';

const addresses: Record<string, string[]> = {
  'inner.example': ['10.0.0.7'],
  'outer.example': ['9.9.9.9'],
  'both.example': ['10.0.0.7', '9.9.9.9'],
  'pbx.lan': ['192.168.1.2'],
};
const names: NameService = {
  addressesOf: async (host) => addresses[host] ?? Promise.reject(new Error('ENOTFOUND')),
  servicesOf: async (name) => (name === '_sip._udp.led.example' ? [{ name: 'inner.example', port: 5060 }] : []),
};
const find = innerTrunkHosts(privateHosts(['pbx.lan']), names);
const place = { host: 'outer.example', port: null, transport: 'udp', outboundProxy: null } as const;

test.each([
  [{}, null],
  [{ host: '10.0.0.7' }, 'host'],
  [{ host: '[::1]' }, 'host'],
  [{ host: 'inner.example' }, 'host'],
  [{ host: 'led.example' }, 'host'],
  [{ host: 'both.example' }, null],
  [{ host: 'pbx.lan' }, null],
  [{ host: 'nowhere.example' }, null],
  [{ outboundProxy: 'sip:inner.example;transport=tcp' }, 'outboundProxy'],
  [{ host: 'inner.example', outboundProxy: 'outer.example' }, null],
] as const)('%j leads inside by %s', async (given, field) => {
  expect(await find({ ...place, ...given })).toBe(field);
});
