import { lookup, resolveSrv } from 'node:dns/promises';
import type { NameService } from './sip-place.ts';

/** The name service of this machine. */
export const systemNames: NameService = {
  addressesOf: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  servicesOf: async (name) => (await resolveSrv(name)).sort((a, b) => a.priority - b.priority || b.weight - a.weight),
};
