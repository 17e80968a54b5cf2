import { expect, test } from 'vitest';
import { innerRegistrars } from './inner-registrars.ts';
import type { NameService } from './pbx/sip/accounts/sip-place.ts';
import { reachOfPhones } from './reach-of-phones.ts';

const addresses: Record<string, string[]> = { 'inner.example': ['10.0.0.7'], 'outer.example': ['9.9.9.9'] };
const names: NameService = {
  addressesOf: async (host) => addresses[host] ?? Promise.reject(new Error('ENOTFOUND')),
  servicesOf: async () => [],
};
const config = { host: '10.0.0.5', sipPort: 5060, publicAddresses: [], integrationPrivateHosts: ['192.168.1.2'] };
const find = innerRegistrars(reachOfPhones(config), names);

test.each([
  ['outer.example', null, null],
  ['sip:outer.example:5070;transport=tls', null, null],
  ['192.168.1.2', null, null],
  ['nowhere.example', null, null],
  ['inner.example', null, 'registrar'],
  ['inner.example', 'outer.example', null],
  ['outer.example', 'sip:inner.example;lr', 'outboundProxy'],
  // This server's own SIP, and other ports of its machine.
  ['10.0.0.5', null, null],
  ['127.0.0.1:5060', null, null],
  ['127.0.0.1:5432', null, 'registrar'],
  ['sips:10.0.0.5', null, 'registrar'],
] as const)('a SIP account at %s by %s leads inside by %s', async (registrar, outboundProxy, field) => {
  expect(await find({ registrar, outboundProxy })).toBe(field);
});
