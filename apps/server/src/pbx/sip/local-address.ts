import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * The address of this machine that `remote` should send to. A bound address is the answer itself; for a wildcard it is
 * the interface in the same network, else a public address, else the first interface of the right family.
 */
export function localAddressFor(remote: string, bound: string, publicAddresses: readonly string[]): string {
  if (bound !== '0.0.0.0' && bound !== '::') return bound;
  const family = isIP(remote) === 6 ? 'IPv6' : 'IPv4';
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const own = all.filter((one) => one.family === family);
  for (const one of own) {
    const prefix = Number(one.cidr?.split('/')[1]);
    const network = new BlockList();
    if (one.address === remote) return one.address;
    if (!Number.isInteger(prefix)) continue;
    network.addSubnet(one.address, prefix, family === 'IPv6' ? 'ipv6' : 'ipv4');
    if (network.check(remote, family === 'IPv6' ? 'ipv6' : 'ipv4')) return one.address;
  }
  const outside = publicAddresses.find((one) => isIP(one) === (family === 'IPv6' ? 6 : 4));
  return outside ?? own.find((one) => !one.internal)?.address ?? (family === 'IPv6' ? '::1' : '127.0.0.1');
}
